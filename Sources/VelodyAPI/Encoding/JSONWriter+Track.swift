import VelodyDomain
import VelodyHTTP

extension JSONWriter {
    /// Writes the contract's `Track`.
    mutating func track(_ track: Track) {
        let encoder = TrackEncoder(self)
        self = JSONWriter(capacity: 0)
        track.tell(to: encoder)
        self = encoder.json
    }

    /// Writes a moment as the contract does.
    mutating func moment(_ value: Timestamp) {
        quoted { value.appendRFC3339(to: &$0) }
    }
}
