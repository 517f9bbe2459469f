import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The body of `POST /uploads/{id}/finalize`.
struct CompletionBody: Decodable {
    var existingTrackId: Member<String>
    var metadata: Member<MetadataBody>

    func completion() throws(RequestError) -> UploadService.Completion {
        var checks = Checks()
        let hint = checks.optional("/metadata", metadata)?.hint(&checks)
        let track = checks.uuid("/existingTrackId", existingTrackId)
        try checks.finish()
        return UploadService.Completion(
            hint: hint ?? TrackMetadata(), existingTrack: track.map { TrackID($0) })
    }
}
