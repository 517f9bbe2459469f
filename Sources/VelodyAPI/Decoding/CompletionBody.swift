import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The body of `POST /uploads/{id}/finalize`.
struct CompletionBody: Decodable {
    var existingTrackId: String?
    var metadata: MetadataBody?

    func completion() throws(RequestError) -> UploadService.Completion {
        var checks = Checks()
        let hint = metadata?.hint(&checks) ?? TrackMetadata()
        let track = checks.uuid("/existingTrackId", existingTrackId)
        try checks.finish()
        return UploadService.Completion(hint: hint, existingTrack: track.map { TrackID($0) })
    }
}
