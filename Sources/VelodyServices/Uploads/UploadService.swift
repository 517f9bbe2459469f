package import VelodyDomain

/// Receives songs, interruptibly, and brings them into the library.
///
/// Confined to the thread that made it; several threads and processes may work on one session.
package struct UploadService {
    let stores: Stores
    let resources: Resources
    let policy: UploadPolicy

    /// How long a finalize waits for another one of the same session, in seconds.
    static let finalizePatience = 60.0
    /// How many sessions a list shows at most.
    static let listLimit = 200

    package init(stores: Stores, resources: Resources, policy: UploadPolicy) {
        self.stores = stores
        self.resources = resources
        self.policy = policy
    }

    /// This device's sessions, newest first; only those with `status` where given.
    package func list(
        of device: DeviceID, status: UploadSession.Status?
    ) throws(ServiceError) -> [UploadSession] {
        let now = resources.clock.now()
        return try store { () throws(StoreError) in
            try stores.uploads.list(of: device, status: status, now: now, limit: Self.listLimit)
        }
    }

    /// The session, for reading: never waits for, and never disturbs, a running request.
    ///
    /// Throws `notFound` for an unknown session or another device's, `gone` for an expired one.
    package func session(_ id: UploadID, of device: DeviceID) throws(ServiceError) -> UploadSession
    {
        let found = try store { () throws(StoreError) in try stores.uploads.find(id) }
        return try checked(found, of: device)
    }

    /// The moment that an answer given now shows.
    package var now: Timestamp { resources.clock.now() }

    func checked(
        _ session: UploadSession?, of device: DeviceID
    ) throws(ServiceError) -> UploadSession {
        guard let session, session.device == device else {
            throw ServiceError(.notFound, "There is no such upload.")
        }
        guard session.status(at: resources.clock.now()) != .expired else {
            throw ServiceError(.gone, "The upload has expired.")
        }
        return session
    }

    /// Throws `unavailable` where the storage is not the library's.
    ///
    /// Below a disk that is not mounted another storage may lie: what came there would be gone with it.
    func requireLibrary() throws(ServiceError) {
        try StorageBond(stores.state, resources.blobs).require()
    }

    /// Draws the next generation under the part's lock, and reads what is true now.
    func acquire(_ id: UploadID, of device: DeviceID) throws(ServiceError) -> UploadSession {
        let acquired = try store { () throws(StoreError) in try stores.uploads.acquire(id) }
        return try checked(acquired, of: device)
    }

    /// Writes the session; throws `uploadTakenOver` when another request has drawn a generation.
    func save(_ session: UploadSession) throws(ServiceError) {
        let saved = try store { () throws(StoreError) in try stores.uploads.save(session) }
        guard saved else {
            throw ServiceError(.uploadTakenOver, "Another request took this upload over.")
        }
    }

    /// Locks the part, asking whoever receives it to stop once `policy.courtesy` is over.
    func takeTurn(_ id: UploadID) throws(StorageError) -> any LockedPart {
        var waited = policy.courtesy
        do { return try resources.parts.lock(id, patience: waited) } catch
            where error.code == .locked
        {}
        // Asked again and again: another newcomer may have got the turn in between.
        let slice = 0.25
        while true {
            resources.running.displace(id)
            do { return try resources.parts.lock(id, patience: slice) } catch {
                waited += slice
                guard error.code == .locked, waited < policy.patience else { throw error }
            }
        }
    }
}
