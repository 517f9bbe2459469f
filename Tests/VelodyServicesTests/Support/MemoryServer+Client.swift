import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// What a client does.
extension MemoryServer {
    func announcement(
        _ bytes: [UInt8], named filename: String = "song.mp3", for existing: TrackID? = nil
    ) -> UploadService.Announcement {
        UploadService.Announcement(
            content: hash(bytes), sizeBytes: Int64(bytes.count), filename: filename,
            hint: TrackMetadata(), existingTrack: existing)
    }

    /// Announces content that the library does not have.
    func open(_ bytes: [UInt8], for existing: TrackID? = nil) throws -> UploadSession {
        let prepared = try uploads.prepare(announcement(bytes, for: existing), device: device.id)
        guard case .upload(let session, _) = prepared else {
            throw ServiceError(.internal, "The library has it already.")
        }
        return session
    }

    @discardableResult func append(
        _ body: ScriptedBody, at offset: Int64 = 0, digest: ContentHash? = nil,
        isOffsetStream: Bool = true, to id: UploadID
    ) throws(ServiceError) -> UploadSession {
        try uploads.append(
            UploadService.Append(
                offset: offset, isOffsetStream: isOffsetStream, digest: digest, body: body),
            to: id, of: device.id)
    }

    /// Opens a session and sends all of its bytes.
    func send(_ bytes: [UInt8], for existing: TrackID? = nil) throws -> UploadSession {
        try append(ScriptedBody([bytes]), to: open(bytes, for: existing).id)
    }

    func finalize(
        _ id: UploadID, _ completion: UploadService.Completion = .init()
    ) throws(ServiceError) -> UploadService.Finished {
        try uploads.finalize(id, completion, of: device.id)
    }

    /// Brings a song in, from the announcement to its end.
    @discardableResult func upload(
        _ bytes: [UInt8], for existing: TrackID? = nil
    ) throws -> UploadService.Finished {
        try finalize(send(bytes, for: existing).id)
    }

    func put(
        _ body: ScriptedBody, length: Int64? = nil, digest: ContentHash? = nil,
        for existing: TrackID? = nil
    ) throws(ServiceError) -> UploadService.Finished {
        try uploads.receive(
            UploadService.Direct(
                filename: "direct.mp3", announcedLength: length, digest: digest,
                existingTrack: existing, body: body),
            from: device.id)
    }

    func session(_ id: UploadID) throws(ServiceError) -> UploadSession {
        try uploads.session(id, of: device.id)
    }
}
