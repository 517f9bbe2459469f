package import FoundationEssentials
package import VelodyDomain

/// A sink that listens to some of what it is told; the rest it lets pass.
package protocol CasualTrackSink: TrackSink {}

extension CasualTrackSink {
    package mutating func beginTrack() {}
    package mutating func identifier(_ field: TrackField, _ value: UUID) {}
    package mutating func digest(_ field: TrackField, _ bytes: Span<UInt8>) {}
    package mutating func text(_ field: TrackField, _ utf8: Span<UInt8>) {}
    package mutating func beginList(_ field: TrackField) {}
    package mutating func element(_ utf8: Span<UInt8>) {}
    package mutating func endList() {}
    package mutating func number(_ field: TrackField, _ value: Int64) {}
    package mutating func moment(_ field: TrackField, _ value: Timestamp) {}
    package mutating func type(_ field: TrackField, _ value: MediaType) {}
    package mutating func absent(_ field: TrackField) {}
    package mutating func endTrack() -> Bool { true }
}
