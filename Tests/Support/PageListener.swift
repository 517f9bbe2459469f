import FoundationEssentials
import VelodyDomain

/// Remembers what a page tells.
final class PageListener: ChangeSink {
    var events: [LibraryEvent] = []
    var tombstones: [Tombstone] = []
    var records: [TrackID: Heard.Record] = [:]
    var told = 0
    private let wanting: Int
    private var id = TrackID(UUID())
    private var record = Heard.Record()

    init(wanting: Int = .max) { self.wanting = wanting }

    func event(_ event: LibraryEvent) { events.append(event) }
    func tombstone(_ tombstone: Tombstone) { tombstones.append(tombstone) }

    func beginTrack() { record = Heard.Record() }

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
