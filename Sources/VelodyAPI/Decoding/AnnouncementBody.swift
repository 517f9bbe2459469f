import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The body of `POST /uploads/prepare`.
struct AnnouncementBody: Decodable {
    var sha256: String
    var sizeBytes: WholeNumber
    var filename: String
    var mimeType: String?
    var metadata: MetadataBody?
    var existingTrackId: String?

    func announcement() throws(RequestError) -> UploadService.Announcement {
        var checks = Checks()
        let content = checks.require(
            "/sha256", ContentHash(hex: sha256), "must be 64 lower-case hex digits")
        let size = checks.require(
            "/sizeBytes", sizeBytes.value >= 1 ? sizeBytes.value : nil, "must be at least 1")
        let name = checks.require(
            "/filename", Filename.clean(filename),
            "must be at most \(Filename.acceptedBytes) bytes")
        let hint = metadata?.hint(&checks) ?? TrackMetadata()
        let track = checks.uuid("/existingTrackId", existingTrackId)
        try checks.finish()
        guard let content, let size, let name else { throw .invalid([]) }
        return UploadService.Announcement(
            content: content, sizeBytes: size, filename: name, hint: hint,
            existingTrack: track.map { TrackID($0) })
    }
}
