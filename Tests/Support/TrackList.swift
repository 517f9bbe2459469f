package import FoundationEssentials
package import VelodyDomain

/// Collects the identifiers and titles of the tracks it is told.
package struct TrackList: CasualTrackSink {
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
}
