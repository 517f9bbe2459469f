/// Remembers upload sessions.
///
/// Confined to the thread that made it.
package protocol UploadStore {
    /// Inserts a session.
    ///
    /// When the same device already has an open session (receiving or complete, not expired at
    /// `session.createdAt`) for the same content and size, nothing is inserted: that one is returned
    /// instead, with the filename, hint and existing track of `session`, since the last word wins.
    /// Safe against the same call in parallel, and against whoever holds the generation.
    func open(_ session: UploadSession) throws(StoreError) -> (session: UploadSession, isNew: Bool)

    /// The session; nil where there is none.
    func find(_ id: UploadID) throws(StoreError) -> UploadSession?

    /// This device's sessions, newest first, at most `limit`; only those with `status` at `now`.
    func list(
        of device: DeviceID, status: UploadSession.Status?, now: Timestamp, limit: Int
    ) throws(StoreError) -> [UploadSession]

    /// Draws the next generation and reads the session, in one statement.
    ///
    /// From then on no other writer can move its offset. Nil where there is none.
    func acquire(_ id: UploadID) throws(StoreError) -> UploadSession?

    /// Writes what a holder of the generation may change: status, offset, size, content,
    /// `expiresAt`, problem.
    /// - Returns: false, with nothing written, when the generation in the row is not
    ///   `session.generation`, or the row is gone.
    func save(_ session: UploadSession) throws(StoreError) -> Bool

    /// Writes what ``save(_:)`` writes, of a refused session that is to be published after all.
    ///
    /// From then on it is none that ``open(_:)`` returns, so that it may stand beside an open one of
    /// the same device for the same content.
    func reopen(_ session: UploadSession) throws(StoreError) -> Bool

    /// Deletes the session unless it is finalized.
    /// - Returns: the session as it was; nil where there is none.
    func delete(_ id: UploadID) throws(StoreError) -> UploadSession?

    /// Deletes the unfinished sessions whose time was over before `moment`.
    func forgetExpired(before moment: Timestamp) throws(StoreError)
}
