import VelodyDomain
import VelodyHTTP
import VelodyServices

/// Songs and pictures: decided here, sent by the web server.
struct MediaRoutes {
    private static let forever = "private, max-age=31536000, immutable"

    let library: LibraryService

    func add(to routes: inout Routes) {
        routes.reading(.get, "/tracks/{id}/file") { call in try song(call) }
        routes.reading(.get, "/artwork/{id}") { call in try picture(call) }
    }

    private func song(_ call: Call) throws -> Response {
        let kind = try disposition(call)
        let track = try library.playable(call.id(TrackID.self))
        let name = ContentDisposition(kind, filename: filename(of: track))
        return try send(
            track.audio.content, named: name, since: track.audio.createdAt, call: call)
    }

    private func picture(_ call: Call) throws -> Response {
        let kind = try disposition(call)
        let artwork = try library.artwork(call.id(ArtworkID.self))
        let name = "\(artwork.id).\(artwork.content.type.fileExtension)"
        return try send(
            artwork.content, named: ContentDisposition(kind, filename: name),
            since: artwork.createdAt, call: call)
    }

    private func disposition(_ call: Call) throws -> ContentDisposition.Kind {
        var query = Query(call.request.query)
        let isDownload = query.flag("download")
        try query.finish()
        return isDownload ? .attachment : .inline
    }

    /// `artist - title.mp3`, or the name the song was uploaded under.
    private func filename(of track: Track) -> String {
        guard let artist = track.metadata.artist, let title = track.metadata.title else {
            return track.audio.originalFilename
        }
        return "\(artist) - \(title).\(track.audio.content.type.fileExtension)"
    }

    private func send(
        _ content: StoredContent, named name: ContentDisposition, since date: Timestamp, call: Call
    ) throws -> Response {
        let tag = EntityTag(content.hash.hex)
        let preconditions = Preconditions(call.request.fields)
        // The web server would refuse every tag but `*`, since it does not know ours.
        if call.request.fields.all("If-Match").contains(where: { $0 != "*" }) {
            throw APIError.preconditionFailed
        }
        if preconditions.decide(current: tag) == .notModified {
            var response = Response(.notModified)
            response.fields.set("ETag", tag.description)
            response.fields.set("Cache-Control", Self.forever)
            return response
        }
        let range = ByteRange(call.request.fields, size: content.size, tag: tag)
        if range == .unsatisfiable { throw APIError.rangeNotSatisfiable(size: content.size) }
        var response = Response(.ok)
        response.fields.set("Content-Type", content.type.rawValue)
        // A range that is not valid the web server would not ignore, but answer with 416.
        let folder = range == .ignored ? "/_library/whole/" : "/_library/"
        response.fields.set("X-Accel-Redirect", folder + library.location(of: content))
        // Under names of our own: the web server drops, or repeats on errors, what it knows.
        response.fields.set("X-Velody-ETag", tag.description)
        response.fields.set("X-Velody-Last-Modified", date.imfFixdate)
        response.fields.set("X-Velody-Cache-Control", Self.forever)
        response.fields.set("X-Velody-Disposition", name.value)
        response.fields.set(
            "X-Velody-Repr-Digest", DigestField.value(sha256: content.hash.bytes))
        return response
    }
}
