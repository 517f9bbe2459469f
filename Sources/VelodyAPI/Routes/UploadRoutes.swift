import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The contract's section Uploads.
struct UploadRoutes {
    let uploads: UploadService
    /// The public base URL, without a trailing slash.
    let baseURL: String

    func add(to routes: inout Routes) {
        routes.trusted(.post, "/uploads/prepare") { try prepare($0.request, $1) }
        routes.trusted(.get, "/uploads") { try list($0.request, $1) }
        routes.trusted(.get, "/uploads/{id}") { try status($0, $1) }
        routes.trusted(.patch, "/uploads/{id}", lane: .upload) { try append($0, $1) }
        routes.trusted(.delete, "/uploads/{id}") { call, device in
            try uploads.cancel(call.id(UploadID.self), of: device.id)
            return Response(.noContent)
        }
        routes.trusted(.post, "/uploads/{id}/finalize", lane: .ingest) { try finalize($0, $1) }
        routes.trusted(.put, "/uploads/direct/{filename}", lane: .upload) {
            try receiveDirectly($0, $1)
        }
    }

    private func prepare(_ request: Request, _ device: Device) throws -> Response {
        let announcement = try request.decode(AnnouncementBody.self).announcement()
        switch try uploads.prepare(announcement, device: device.id) {
        case .exists(let track, let asset):
            return .json(.ok) { $0.existing(track, asset: asset) }
        case .upload(let session, let isNew):
            let url = "\(baseURL)/api/v1/uploads/\(session.id)"
            var response = Response.json(isNew ? .created : .ok) { $0.opened(session, url: url) }
            if isNew { response.fields.set("Location", url) }
            return response
        }
    }

    private func list(_ request: Request, _ device: Device) throws -> Response {
        var query = Query(request.query)
        let status = query.choice("status", of: UploadSession.Status.self)
        try query.finish()
        let items = try uploads.list(of: device.id, status: status)
        let now = uploads.now
        return .json(.ok) { writer in
            writer.object { writer in
                writer.name("items")
                writer.array(items) { $0.upload($1, at: now) }
            }
        }
    }

    private func status(_ call: Call, _ device: Device) throws -> Response {
        let session = try uploads.session(call.id(UploadID.self), of: device.id)
        let now = uploads.now
        var response = Response.json(.ok) { $0.upload(session, at: now) }
        response.fields.set("Upload-Offset", String(session.offset))
        if let size = session.sizeBytes { response.fields.set("Upload-Length", String(size)) }
        return response
    }

    private func append(_ call: Call, _ device: Device) throws -> Response {
        let fields = call.request.fields
        let id = try call.id(UploadID.self)
        var append = UploadService.Append(
            offset: try fields.byteCount("Upload-Offset"),
            isOffsetStream: try fields.contentType() == "application/offset+octet-stream",
            digest: nil, body: BodySource(call.request.body))
        do {
            append.digest = try DigestField.sha256(fields, "Content-Digest")
                .flatMap { ContentHash(bytes: $0) }
        } catch {
            // Where the upload stands is told before what is wrong with a digest.
            try uploads.check(append, to: id, of: device.id)
            throw error
        }
        let session = try uploads.append(append, to: id, of: device.id)
        var response = Response(.noContent)
        response.fields.set("Upload-Offset", String(session.offset))
        return response
    }

    private func finalize(_ call: Call, _ device: Device) throws -> Response {
        let id = try call.id(UploadID.self)
        let completion = try call.request.decode(CompletionBody.self, allowsEmpty: true)
            .completion()
        let finished = try uploads.finalize(id, completion, of: device.id)
        return .json(finished.isNew ? .created : .ok) { $0.finished(finished) }
    }

    private func receiveDirectly(_ call: Call, _ device: Device) throws -> Response {
        guard let filename = call.parameters["filename"].flatMap(Filename.clean) else {
            throw RequestError.invalid([
                Violation(.parameter("filename"), "must be UTF-8 of at most 4096 bytes")
            ])
        }
        var query = Query(call.request.query)
        let track = query.uuid("existingTrackId")
        try query.finish()
        let digest = try DigestField.sha256(call.request.fields, "Repr-Digest")
        let direct = UploadService.Direct(
            filename: filename, announcedLength: call.request.contentLength,
            digest: digest.flatMap { ContentHash(bytes: $0) },
            existingTrack: track.map { TrackID($0) }, body: BodySource(call.request.body))
        let finished = try uploads.receive(direct, from: device.id)
        return .json(finished.isNew ? .created : .ok) { $0.finished(finished) }
    }
}
