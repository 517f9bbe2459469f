import FoundationEssentials
import VelodyDomain
import VelodyServices
import VelodyTesting

/// A device that follows the library as the documentation tells it to.
///
/// A value: what it stores changes as a whole, or not at all.
struct SimulatedDevice {
    /// A bootstrap under way.
    struct Staging {
        var cursor: BootstrapCursor?
        var records: [TrackID: Heard.Record] = [:]
    }

    let device: Device
    /// Nil before the first bootstrap is complete.
    var epoch: UUID?
    var cursor: Int64 = 0
    var records: [TrackID: Heard.Record] = [:]
    /// Versions of tombstones.
    var gone: [TrackID: Int64] = [:]
    var staging: Staging?
    /// The last pages of changes that were applied to these records.
    private(set) var applied: [SimulatedServer.Page] = []
    /// Whether it takes what a page says without comparing versions, as it must not.
    private let isBlind: Bool

    init(_ device: Device, isBlind: Bool = false) {
        self.device = device
        self.isBlind = isBlind
        staging = Staging()
    }

    /// Another log: everything from the beginning.
    mutating func beginAnew() { staging = Staging() }

    /// Takes a page of a bootstrap; the last one replaces all that was there.
    mutating func take(
        _ page: [TrackID: Heard.Record], place: BootstrapCursor, next: BootstrapCursor?
    ) {
        var staged = staging ?? Staging()
        staged.records.merge(page) { old, new in new.version > old.version ? new : old }
        staged.cursor = next
        staging = staged
        guard next == nil else { return }
        staging = nil
        epoch = place.epoch
        cursor = place.lastEventID
        records = staged.records
        gone = [:]
        applied = []
    }

    /// Applies a page of changes by version: again, or an old one, changes nothing but the cursor.
    mutating func apply(_ page: SimulatedServer.Page) {
        for (id, record) in page.records where isNews(record.version, of: id) {
            records[id] = record
            gone[id] = nil
        }
        for tombstone in page.tombstones where isNews(tombstone.version, of: tombstone.id) {
            records[tombstone.id] = nil
            gone[tombstone.id] = tombstone.version
        }
        cursor = page.last
        applied = applied.suffix(7) + [page]
    }

    private func isNews(_ version: Int64, of id: TrackID) -> Bool {
        isBlind || version > max(records[id]?.version ?? 0, gone[id] ?? 0)
    }
}
