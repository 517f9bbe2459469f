import VelodyDomain
import VelodyHTTP

extension JSONWriter {
    /// Writes the contract's `Track`.
    mutating func track(_ track: Track) {
        var encoder = TrackEncoder(self)
        self = JSONWriter(capacity: 0)
        track.tell(to: &encoder)
        self = encoder.json
    }

    /// Writes a moment as the contract does.
    mutating func moment(_ value: Timestamp) {
        self.value(upTo: JSONText.longestMoment) { JSONText.moment(value, to: &$0) }
    }
}

extension JSONText {
    /// The most that ``moment(_:to:)`` appends.
    static let longestMoment = Timestamp.longestRFC3339 + 2

    /// Appends a moment as the contract writes it.
    static func moment(_ value: Timestamp, to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "\""))
        value.appendRFC3339(to: &output)
        output.append(UInt8(ascii: "\""))
    }
}
