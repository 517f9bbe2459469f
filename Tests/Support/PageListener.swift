package import FoundationEssentials
package import VelodyDomain

/// Remembers what a page tells.
package final class PageListener: ChangeSink {
    package private(set) var events: [LibraryEvent] = []
    package private(set) var tombstones: [Tombstone] = []
    package private(set) var records: [TrackID: Heard.Record] = [:]
    package private(set) var told = 0
    private let wanting: Int
    private var id = TrackID(UUID())
    private var record = Heard.Record()

    package init(wanting: Int = .max) { self.wanting = wanting }

    package func event(_ event: LibraryEvent) { events.append(event) }
    package func tombstone(_ tombstone: Tombstone) { tombstones.append(tombstone) }

    package func beginTrack() { record = Heard.Record() }

    package func identifier(_ field: TrackField, _ value: UUID) {
        if field == .id { id = TrackID(value) }
    }

    package func text(_ field: TrackField, _ utf8: Span<UInt8>) {
        guard field == .title else { return }
        record.title = String(
            decoding: (0..<utf8.count).map { utf8[$0] }, as: UTF8.self)
    }

    package func number(_ field: TrackField, _ value: Int64) {
        if field == .version { record.version = value }
    }

    package func digest(_ field: TrackField, _ bytes: Span<UInt8>) {}
    package func beginList(_ field: TrackField) {}
    package func element(_ utf8: Span<UInt8>) {}
    package func endList() {}
    package func moment(_ field: TrackField, _ value: Timestamp) {}
    package func type(_ field: TrackField, _ value: MediaType) {}
    package func absent(_ field: TrackField) {}

    package func endTrack() -> Bool {
        records[id] = record
        told += 1
        return told < wanting
    }
}
