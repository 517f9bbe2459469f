import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The body of `POST /uploads/prepare`.
struct AnnouncementBody: Decodable {
    var sha256: Member<String>
    var sizeBytes: Member<WholeNumber>
    var filename: Member<String>
    var mimeType: Member<String>
    var metadata: Member<MetadataBody>
    var existingTrackId: Member<String>

    func announcement() throws(RequestError) -> UploadService.Announcement {
        var checks = Checks()
        let content = checks.required("/sha256", sha256, "must be 64 lower-case hex digits") {
            ContentHash(hex: $0)
        }
        let size = checks.required("/sizeBytes", sizeBytes, "must be at least 1") {
            $0.value >= 1 ? $0.value : nil
        }
        let limit = "must be at most \(Filename.acceptedBytes) bytes"
        let name = checks.required("/filename", filename, limit, Filename.clean)
        // Not used: what the file is, its bytes say.
        _ = checks.optional("/mimeType", mimeType)
        let hint = checks.optional("/metadata", metadata)?.hint(&checks)
        let track = checks.uuid("/existingTrackId", existingTrackId)
        guard let content, let size, let name else { throw checks.failure }
        try checks.finish()
        return UploadService.Announcement(
            content: content, sizeBytes: size, filename: name, hint: hint ?? TrackMetadata(),
            existingTrack: track.map { TrackID($0) })
    }
}
