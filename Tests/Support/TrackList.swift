package import FoundationEssentials
package import VelodyDomain

/// Collects the identifiers and titles of the tracks it is told.
package final class TrackList: TrackSink {
    package private(set) var ids: [TrackID] = []
    package private(set) var titles: [String] = []

    package init() {}

    package func identifier(_ field: TrackField, _ value: UUID) {
        if field == .id { ids.append(TrackID(value)) }
    }

    package func text(_ field: TrackField, _ utf8: Span<UInt8>) {
        guard field == .title else { return }
        titles.append(
            String(decoding: utf8.indices.map { utf8[$0] }, as: UTF8.self))
    }

    package func beginTrack() {}
    package func endTrack() -> Bool { true }
    package func digest(_ field: TrackField, _ bytes: Span<UInt8>) {}
    package func beginList(_ field: TrackField) {}
    package func element(_ utf8: Span<UInt8>) {}
    package func endList() {}
    package func number(_ field: TrackField, _ value: Int64) {}
    package func moment(_ field: TrackField, _ value: Timestamp) {}
    package func type(_ field: TrackField, _ value: MediaType) {}
    package func absent(_ field: TrackField) {}
}
