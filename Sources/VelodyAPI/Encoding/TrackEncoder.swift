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
        name(field)
        json.uuid(value)
    }

    func digest(_ field: TrackField, _ bytes: Span<UInt8>) {
        name(field)
        json.hex(bytes)
    }

    func text(_ field: TrackField, _ utf8: Span<UInt8>) {
        name(field)
        json.string(utf8)
    }

    func beginList(_ field: TrackField) {
        name(field)
        json.open("[")
    }

    func element(_ utf8: Span<UInt8>) { json.string(utf8) }

    func endList() { json.close("]") }

    func number(_ field: TrackField, _ value: Int64) {
        name(field)
        json.integer(value)
    }

    func moment(_ field: TrackField, _ value: Timestamp) {
        name(field)
        json.moment(value)
    }

    func type(_ field: TrackField, _ value: MediaType) {
        name(field)
        json.string(value.rawValue)
        if field == .audioType { json.member("fileExtension", value.fileExtension) }
    }

    func absent(_ field: TrackField) {
        if field.rawValue > TrackField.artworkID.rawValue { return }
        guard field == .artworkID else {
            name(field)
            return json.null()
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

    private func name(_ field: TrackField) { json.fragment(names[field.rawValue]) }
}
