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
        let listener = Listener(wanting: wanting)
        end = try store.changes(after: after, limit: limit, to: listener)
        events = listener.events
        tombstones = listener.tombstones
        records = listener.records
        told = listener.told
    }

    private final class Listener: ChangeSink {
        var events: [LibraryEvent] = []
        var tombstones: [Tombstone] = []
        var records: [TrackID: Record] = [:]
        var told = 0
        private let wanting: Int
        private var id = TrackID(UUID())
        private var record = Record()

        init(wanting: Int) { self.wanting = wanting }

        func event(_ event: LibraryEvent) { events.append(event) }
        func tombstone(_ tombstone: Tombstone) { tombstones.append(tombstone) }

        func beginTrack() { record = Record() }

        func identifier(_ field: TrackField, _ value: UUID) {
            if field == .id { id = TrackID(value) }
        }

        func text(_ field: TrackField, _ utf8: Span<UInt8>) {
            guard field == .title else { return }
            record.title = String(
                decoding: (0..<utf8.count).map { utf8[$0] }, as: UTF8.self)
        }

        func number(_ field: TrackField, _ value: Int64) {
            if field == .version { record.version = value }
        }

        func digest(_ field: TrackField, _ bytes: Span<UInt8>) {}
        func beginList(_ field: TrackField) {}
        func element(_ utf8: Span<UInt8>) {}
        func endList() {}
        func moment(_ field: TrackField, _ value: Timestamp) {}
        func type(_ field: TrackField, _ value: MediaType) {}
        func absent(_ field: TrackField) {}

        func endTrack() -> Bool {
            records[id] = record
            told += 1
            return told < wanting
        }
    }
}
