import FoundationEssentials
import VelodyDomain
import VelodyHTTP

/// Writes the contract's `Track`: the one place that knows its JSON.
///
/// Wants no further track once what was written comes near the limit.
class TrackEncoder: TrackSink {
    /// A page ends before it is larger than 8 MiB, by more than the longest record.
    static let pageLimit = 15 << 19

    /// Takes the envelope too, before, between and after the tracks.
    var json: JSONWriter
    private let limit: Int
    private let names = TrackNames.prepared

    init(_ json: JSONWriter = JSONWriter(), limit: Int = TrackEncoder.pageLimit) {
        self.json = json
        self.limit = limit
    }

    /// How many bytes the page has so far.
    var size: Int { json.bytes.count }

    func beginTrack() { json.open("{") }

    func identifier(_ field: TrackField, _ value: UUID) {
        write(field) { $0.uuid(value) }
    }

    func digest(_ field: TrackField, _ bytes: Span<UInt8>) {
        write(field) { $0.hex(bytes) }
    }

    func text(_ field: TrackField, _ utf8: Span<UInt8>) {
        write(field) { $0.string(utf8) }
    }

    func beginList(_ field: TrackField) {
        write(field) { $0.open("[") }
    }

    func element(_ utf8: Span<UInt8>) { json.string(utf8) }

    func endList() { json.close("]") }

    func number(_ field: TrackField, _ value: Int64) {
        write(field) { $0.integer(value) }
    }

    func moment(_ field: TrackField, _ value: Timestamp) {
        write(field) { $0.moment(value) }
    }

    func type(_ field: TrackField, _ value: MediaType) {
        write(field) { json in
            json.string(value.rawValue)
            if field == .audioType { json.member("fileExtension", value.fileExtension) }
        }
    }

    func absent(_ field: TrackField) {
        if field.rawValue > TrackField.artworkID.rawValue { return }
        guard field == .artworkID else {
            return write(field) { $0.null() }
        }
        json.fragment(TrackNames.withoutArtwork)
        isWithoutArtwork = true
    }

    func endTrack() -> Bool {
        if !isWithoutArtwork { json.close("}") }
        isWithoutArtwork = false
        json.close("}")
        return size < limit
    }

    private var isWithoutArtwork = false

    /// In one access of `json`: each is checked to be the only one.
    private func write(_ field: TrackField, _ value: (inout JSONWriter) -> Void) {
        json.fragment(names.text, names.ranges[field.rawValue], value)
    }
}
