import FoundationEssentials
import VelodyDomain
import VelodyHTTP

/// Writes the contract's `Track`: the one place that knows its JSON.
///
/// Wants no further track once what was written comes near the limit.
struct TrackEncoder: TrackSink {
    /// A page ends before it is larger than 8 MiB, by more than the longest record.
    static let pageLimit = 15 << 19

    /// Takes the envelope too, before, between and after the tracks.
    var json: JSONWriter
    /// How many bytes of the page lie elsewhere so far.
    var sizeBeside = 0
    private let limit: Int
    private let names = TrackNames.prepared
    private var isWithoutArtwork = false

    init(_ json: JSONWriter = JSONWriter(), limit: Int = TrackEncoder.pageLimit) {
        self.json = json
        self.limit = limit
    }

    /// For so many records, of which few are longer than 1.5 KB: the buffer need not grow.
    init(expecting count: Int) {
        self.init(JSONWriter(capacity: min(count * 1_536, Self.pageLimit)))
    }

    mutating func beginTrack() { json.open("{") }

    mutating func identifier(_ field: TrackField, _ value: UUID) {
        write(field, upTo: JSONText.uuidLength) { JSONText.uuid(value, to: &$0) }
    }

    mutating func digest(_ field: TrackField, _ bytes: Span<UInt8>) {
        write(field, upTo: bytes.count * 2 + 2) { JSONText.hex(bytes, to: &$0) }
    }

    mutating func text(_ field: TrackField, _ utf8: Span<UInt8>) {
        write(field, upTo: JSONText.longest(of: utf8)) { JSONText.string(utf8, to: &$0) }
    }

    mutating func beginList(_ field: TrackField) {
        json.fragment(names.text, names.ranges[field.rawValue])
        json.open("[")
    }

    mutating func element(_ utf8: Span<UInt8>) { json.string(utf8) }

    mutating func endList() { json.close("]") }

    mutating func number(_ field: TrackField, _ value: Int64) {
        write(field, upTo: JSONText.longestInteger) { JSONText.integer(value, to: &$0) }
    }

    mutating func moment(_ field: TrackField, _ value: Timestamp) {
        write(field, upTo: JSONText.longestMoment) { JSONText.moment(value, to: &$0) }
    }

    mutating func type(_ field: TrackField, _ value: MediaType) {
        let text = value.rawValue
        self.text(field, text.utf8.span)
        if field == .audioType { json.member("fileExtension", value.fileExtension) }
    }

    mutating func absent(_ field: TrackField) {
        if field.rawValue > TrackField.artworkID.rawValue { return }
        guard field == .artworkID else {
            return write(field, upTo: 4) { JSONText.null(to: &$0) }
        }
        json.fragment(TrackNames.withoutArtwork)
        isWithoutArtwork = true
    }

    mutating func endTrack() -> Bool {
        if !isWithoutArtwork { json.close("}") }
        isWithoutArtwork = false
        json.close("}")
        return json.bytes.count + sizeBeside < limit
    }

    /// With one look at the room that there is.
    private mutating func write(
        _ field: TrackField, upTo count: Int, _ append: (inout OutputSpan<UInt8>) -> Void
    ) {
        json.fragment(names.text, names.ranges[field.rawValue], upTo: count, append)
    }
}
