/// What a track's owner says of it, member by member; it wins over what its file says.
///
/// A member that is not there is not edited; one that is nil is the owner's "empty".
package struct TrackEdits: Equatable, Sendable {
    /// The texts that may be edited, by their names in the contract.
    package enum Text: String, CodingKey, CaseIterable, Sendable {
        case title
        case artist
        case album
        case albumArtist
        case genre
    }

    /// The numbers that may be edited, by their names in the contract.
    package enum Number: String, CodingKey, CaseIterable, Sendable {
        case discNumber
        case discTotal
        case trackNumber
        case trackTotal
        case year
    }

    package var texts: [Text: String?] = [:]
    package var numbers: [Number: Int?] = [:]

    package init() {}

    package var isEmpty: Bool { texts.isEmpty && numbers.isEmpty }

    /// What is effective: these, and `metadata` where they say nothing.
    ///
    /// An edited artist or genre is one: it brings its own list, unless it is what is shown already.
    package func applied(to metadata: TrackMetadata) -> TrackMetadata {
        var result = metadata
        for (member, value) in texts { result[keyPath: Self.path(of: member)] = value }
        for (member, value) in numbers { result[keyPath: Self.path(of: member)] = value }
        if result.artist != metadata.artist { result.artists = result.artist.map { [$0] } ?? [] }
        if result.genre != metadata.genre { result.genres = result.genre.map { [$0] } ?? [] }
        return result
    }

    private static func path(of member: Text) -> WritableKeyPath<TrackMetadata, String?> {
        switch member {
        case .title: \.title
        case .artist: \.artist
        case .album: \.album
        case .albumArtist: \.albumArtist
        case .genre: \.genre
        }
    }

    private static func path(of member: Number) -> WritableKeyPath<TrackMetadata, Int?> {
        switch member {
        case .discNumber: \.discNumber
        case .discTotal: \.discTotal
        case .trackNumber: \.trackNumber
        case .trackTotal: \.trackTotal
        case .year: \.year
        }
    }
}

extension TrackEdits: Codable {
    package init(from decoder: any Decoder) throws {
        let written = try decoder.container(keyedBy: Text.self)
        for member in Text.allCases where written.contains(member) {
            texts[member] = .some(try written.decode(String?.self, forKey: member))
        }
        let counted = try decoder.container(keyedBy: Number.self)
        for member in Number.allCases where counted.contains(member) {
            numbers[member] = .some(try counted.decode(Int?.self, forKey: member))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var written = encoder.container(keyedBy: Text.self)
        for (member, value) in texts { try written.encode(value, forKey: member) }
        var counted = encoder.container(keyedBy: Number.self)
        for (member, value) in numbers { try counted.encode(value, forKey: member) }
    }
}
