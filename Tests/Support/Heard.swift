import FoundationEssentials
import VelodyDomain
import VelodyPostgres

/// A page of the change log, as a reader hears it.
struct Heard {
    /// What is looked at of a record.
    struct Record: Equatable {
        var version: Int64 = 0
        var title: String?
    }

    let events: [LibraryEvent]
    let tombstones: [Tombstone]
    let records: [TrackID: Record]
    /// How many records came; more than `records` if one came twice.
    let told: Int
    let end: ChangesPage

    init(
        _ store: PostgresSyncStore, after: Int64, limit: Int, wanting: Int = .max
    ) throws {
        let listener = PageListener(wanting: wanting)
        end = try store.changes(after: after, limit: limit, to: listener)
        events = listener.events
        tombstones = listener.tombstones
        records = listener.records
        told = listener.told
    }
}
