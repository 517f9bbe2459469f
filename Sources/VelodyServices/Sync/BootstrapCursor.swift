package import FoundationEssentials
package import VelodyDomain

/// A place in a bootstrap, as clients carry it from page to page without looking into it.
///
/// It holds the log's position at the first page: what changes while pages are fetched is told by
/// the changes after that.
package struct BootstrapCursor: Equatable, Sendable, CustomStringConvertible {
    package let epoch: UUID
    package let lastEventID: Int64
    /// The last track of the page before; nil before the first page.
    package let after: TrackID?

    init(_ state: LibraryState) {
        epoch = state.epoch
        lastEventID = state.lastEventID
        after = nil
    }

    private init(epoch: UUID, lastEventID: Int64, after: TrackID) {
        self.epoch = epoch
        self.lastEventID = lastEventID
        self.after = after
    }

    /// Reads exactly what ``description`` writes for a page after the first; anything else is nil.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let epoch = UUID(uuidString: String(parts[0])),
            let number = Int64(parts[1]), number >= 0, let after = TrackID(parts[2])
        else { return nil }
        self.init(epoch: epoch, lastEventID: number, after: after)
        guard description == text else { return nil }
    }

    package var description: String {
        "\(epoch.uuidString.lowercased()).\(lastEventID).\(after?.description ?? "")"
    }

    func moved(to track: TrackID) -> BootstrapCursor {
        BootstrapCursor(epoch: epoch, lastEventID: lastEventID, after: track)
    }
}
