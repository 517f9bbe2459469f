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

    init(_ device: Device) {
        self.device = device
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
    }

    /// Applies a page of changes by version: again, or an old one, changes nothing.
    mutating func apply(_ page: SimulatedServer.Page) {
        for (id, record) in page.records
        where record.version > max(records[id]?.version ?? 0, gone[id] ?? 0) {
            records[id] = record
            gone[id] = nil
        }
        for tombstone in page.tombstones
        where tombstone.version > max(records[tombstone.id]?.version ?? 0, gone[tombstone.id] ?? 0)
        {
            records[tombstone.id] = nil
            gone[tombstone.id] = tombstone.version
        }
        cursor = page.last
    }
}
