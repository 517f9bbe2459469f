package import VelodyDomain

extension UploadService {
    /// Ends a session: a running PATCH stops, the part is removed, the row too.
    ///
    /// Throws `notFound` for an unknown session (also the second time), `uploadClosed` for a
    /// finalized one, `uploadLocked` when a running finalize does not end in time. Unlike reading,
    /// it also ends an expired session.
    package func cancel(_ id: UploadID, of device: DeviceID) throws(ServiceError) {
        let found = try store { () throws(StoreError) in try stores.uploads.find(id) }
        guard let found, found.device == device else {
            throw ServiceError(.notFound, "There is no such upload.")
        }
        try requireOpen(found)
        let part = try takeTurnIfPresent(id)
        let deleted = try store { () throws(StoreError) in try stores.uploads.delete(id) }
        guard let deleted else { throw ServiceError(.notFound, "There is no such upload.") }
        try requireOpen(deleted)
        try storage { () throws(StorageError) in try resources.parts.remove(id) }
        withExtendedLifetime(part) {}
    }

    private func takeTurnIfPresent(_ id: UploadID) throws(ServiceError) -> (any LockedPart)? {
        do { return try takeTurn(id) } catch {
            guard error.code == .missing else { throw ServiceError(error) }
            return nil
        }
    }

    private func requireOpen(_ session: UploadSession) throws(ServiceError) {
        if session.status == .finalized {
            throw ServiceError(.uploadClosed, "The upload is finalized; delete the track instead.")
        }
    }
}
