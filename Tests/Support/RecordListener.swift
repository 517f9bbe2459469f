package import FoundationEssentials
package import VelodyDomain

/// Remembers the tracks of a page.
package struct RecordListener: CasualTrackSink {
    package private(set) var records: [TrackID: Heard.Record] = [:]
    package private(set) var told = 0
    private let wanting: Int
    private var id = TrackID(UUID())
    private var record = Heard.Record()

    package init(wanting: Int = .max) { self.wanting = wanting }

    package mutating func beginTrack() { record = Heard.Record() }

    package mutating func identifier(_ field: TrackField, _ value: UUID) {
        if field == .id { id = TrackID(value) }
    }

    package mutating func text(_ field: TrackField, _ utf8: Span<UInt8>) {
        guard field == .title else { return }
        record.title = String(
            decoding: (0..<utf8.count).map { utf8[$0] }, as: UTF8.self)
    }

    package mutating func number(_ field: TrackField, _ value: Int64) {
        if field == .version { record.version = value }
    }

    package mutating func endTrack() -> Bool {
        records[id] = record
        told += 1
        return told < wanting
    }
}
