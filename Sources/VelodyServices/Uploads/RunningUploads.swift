import Synchronization
package import VelodyDomain

/// The uploads that this process is receiving, so that a newcomer can ask a holder to stop.
///
/// Thread safe. Another process's holder cannot be asked: the kernel's lock still keeps it apart.
package final class RunningUploads: Sendable {
    /// One request's turn at receiving an upload.
    package final class Turn: Sendable {
        fileprivate let upload: UploadID
        fileprivate let interrupt: @Sendable () -> Void
        private let displaced = Mutex(false)

        fileprivate init(upload: UploadID, interrupt: @escaping @Sendable () -> Void) {
            self.upload = upload
            self.interrupt = interrupt
        }

        /// Whether a newcomer asked this request to stop.
        package var isDisplaced: Bool { displaced.withLock { $0 } }

        fileprivate func displace() {
            displaced.withLock { $0 = true }
            interrupt()
        }
    }

    private let turns = Mutex<[UploadID: Turn]>([:])

    package init() {}

    /// Notes that the caller, who holds the part's lock, receives `upload` from now on.
    ///
    /// `interrupt` cuts its request body short; it is called from other threads.
    package func begin(
        _ upload: UploadID, interrupt: @escaping @Sendable () -> Void
    ) -> Turn {
        let turn = Turn(upload: upload, interrupt: interrupt)
        turns.withLock { $0[upload] = turn }
        return turn
    }

    /// Notes that the turn is over.
    ///
    /// A later turn at the same upload is not touched.
    package func end(_ turn: Turn) {
        turns.withLock { turns in
            if turns[turn.upload] === turn { turns[turn.upload] = nil }
        }
    }

    /// Asks whoever receives `upload` to stop; nobody may.
    package func displace(_ upload: UploadID) {
        turns.withLock { $0[upload] }?.displace()
    }
}
