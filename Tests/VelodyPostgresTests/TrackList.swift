import FoundationEssentials
import VelodyDomain

/// Collects the identifiers and titles of the tracks it is told.
final class TrackList: TrackSink {
    private(set) var ids: [TrackID] = []
    private(set) var titles: [String] = []

    func identifier(_ field: TrackField, _ value: UUID) {
        if field == .id { ids.append(TrackID(value)) }
    }

    func text(_ field: TrackField, _ utf8: Span<UInt8>) {
        guard field == .title else { return }
        titles.append(
            String(decoding: utf8.indices.map { utf8[$0] }, as: UTF8.self))
    }

    func beginTrack() {}
    func endTrack() -> Bool { true }
    func digest(_ field: TrackField, _ bytes: Span<UInt8>) {}
    func beginList(_ field: TrackField) {}
    func element(_ utf8: Span<UInt8>) {}
    func endList() {}
    func number(_ field: TrackField, _ value: Int64) {}
    func moment(_ field: TrackField, _ value: Timestamp) {}
    func type(_ field: TrackField, _ value: MediaType) {}
    func absent(_ field: TrackField) {}
}
