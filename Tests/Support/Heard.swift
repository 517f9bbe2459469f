package import VelodyDomain

/// A page of the change log, as a reader hears it.
package struct Heard {
    /// What is looked at of a record.
    package struct Record: Equatable {
        package var version: Int64 = 0
        package var title: String?

        package init(version: Int64 = 0, title: String? = nil) {
            self.version = version
            self.title = title
        }
    }

    package let events: [LibraryEvent]
    package let tombstones: [Tombstone]
    package let records: [TrackID: Record]
    /// How many records came; more than `records` if one came twice.
    package let told: Int
    package let end: ChangesPage

    /// Asks a store; the page ends once it has told `wanting` records.
    package init(
        _ store: any SyncStore, after: Int64, limit: Int, wanting: Int = .max
    ) throws {
        var listener = PageListener(wanting: wanting)
        end = try store.changes(after: after, limit: limit, to: &listener)
        events = listener.events
        tombstones = listener.tombstones
        records = listener.tracks.records
        told = listener.tracks.told
    }
}
