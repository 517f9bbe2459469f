package import FoundationEssentials
package import VelodyDomain

/// Collects the identifiers and titles of the tracks it is told.
package struct TrackList: TrackSink {
    package private(set) var ids: [TrackID] = []
    package private(set) var titles: [String] = []

    package init() {}

    package mutating func identifier(_ field: TrackField, _ value: UUID) {
        if field == .id { ids.append(TrackID(value)) }
    }

    package mutating func text(_ field: TrackField, _ utf8: Span<UInt8>) {
        guard field == .title else { return }
        titles.append(
            String(decoding: utf8.indices.map { utf8[$0] }, as: UTF8.self))
    }

    package mutating func beginTrack() {}
    package mutating func endTrack() -> Bool { true }
    package mutating func digest(_ field: TrackField, _ bytes: Span<UInt8>) {}
    package mutating func beginList(_ field: TrackField) {}
    package mutating func element(_ utf8: Span<UInt8>) {}
    package mutating func endList() {}
    package mutating func number(_ field: TrackField, _ value: Int64) {}
    package mutating func moment(_ field: TrackField, _ value: Timestamp) {}
    package mutating func type(_ field: TrackField, _ value: MediaType) {}
    package mutating func absent(_ field: TrackField) {}
}
