package import FoundationEssentials

/// Where the library's change log stands.
package struct LibraryState: Equatable, Sendable {
    /// Changes when the database is restored from a backup.
    package let epoch: UUID
    /// The newest event; 0 when there is none.
    package let lastEventID: Int64

    package init(epoch: UUID, lastEventID: Int64) {
        self.epoch = epoch
        self.lastEventID = lastEventID
    }
}
