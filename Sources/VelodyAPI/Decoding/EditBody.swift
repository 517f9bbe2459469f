import VelodyDomain
import VelodyHTTP

/// A JSON Merge Patch (RFC 7396) of a track: members that are there are edited, null empties one.
struct EditBody: Decodable {
    /// Members of the record that the server makes; to name one is a mistake.
    private enum Fixed: String, CodingKey, CaseIterable {
        case id, version, artists, genres, durationMs, status, createdAt, updatedAt, deletedAt
        case audio, artwork
    }

    private var texts: [TrackEdits.Text: Member<String>] = [:]
    private var numbers: [TrackEdits.Number: Member<WholeNumber>] = [:]
    private var fixed: [Fixed] = []

    init(from decoder: any Decoder) throws {
        let written = try decoder.container(keyedBy: TrackEdits.Text.self)
        for member in TrackEdits.Text.allCases where written.contains(member) {
            texts[member] = try written.decode(Member<String>.self, forKey: member)
        }
        let counted = try decoder.container(keyedBy: TrackEdits.Number.self)
        for member in TrackEdits.Number.allCases where counted.contains(member) {
            numbers[member] = try counted.decode(Member<WholeNumber>.self, forKey: member)
        }
        let container = try decoder.container(keyedBy: Fixed.self)
        fixed = Fixed.allCases.filter(container.contains)
    }

    /// The edits this makes; a text of which cleaning leaves nothing empties its member.
    func edits() throws(RequestError) -> TrackEdits {
        var checks = Checks()
        for member in fixed { checks.complain("/" + member.rawValue, "cannot be edited") }
        var edits = TrackEdits()
        for member in TrackEdits.Text.allCases {
            guard let value = texts[member] else { continue }
            edits.texts[member] = .some(checks.text("/" + member.rawValue, value))
        }
        for member in TrackEdits.Number.allCases {
            guard let value = numbers[member] else { continue }
            let range = member == .year ? TrackMetadata.years : TrackMetadata.numbers
            edits.numbers[member] = .some(
                checks.number("/" + member.rawValue, value, in: range))
        }
        try checks.finish()
        return edits
    }
}
