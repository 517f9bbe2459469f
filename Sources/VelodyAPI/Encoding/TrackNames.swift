import VelodyDomain

/// What stands before each value of a track's record: comma, name, colon, and the braces between.
struct TrackNames: Sendable {
    /// All of them, one after the other: to lend one is to count nothing.
    let text: [UInt8]
    /// Where each field's begins and ends, by its raw value.
    let ranges: [Range<Int>]

    static let prepared = TrackNames()

    private init() {
        let names = TrackField.allCases.map { Array(Self.before($0).utf8) }
        text = Array(names.joined())
        ranges = names.reduce(into: []) { ranges, name in
            let start = ranges.last?.upperBound ?? 0
            ranges.append(start..<start + name.count)
        }
    }

    /// Stands in place of the picture.
    static let withoutArtwork = Array(#"},"artwork":null"#.utf8)

    private static func before(_ field: TrackField) -> String {
        switch field {
        case .id: #""id":"#
        case .audioID: #","audio":{"id":"#
        case .artworkID: #"},"artwork":{"id":"#
        default: ",\"" + name(field) + "\":"
        }
    }

    private static func name(_ field: TrackField) -> String {
        switch field {
        case .audioID, .artworkID: "id"
        case .audioHash, .artworkHash: "sha256"
        case .audioType, .artworkType: "mimeType"
        case .audioSize, .artworkSize: "fileSizeBytes"
        case .audioDurationMs: "durationMs"
        case .audioCreatedAt: "createdAt"
        case .sourceDevice: "sourceDeviceId"
        case .artworkWidth: "width"
        case .artworkHeight: "height"
        case .id, .version, .title, .artist, .artists, .album, .albumArtist, .genre, .genres,
            .discNumber, .discTotal, .trackNumber, .trackTotal, .year, .durationMs, .status,
            .createdAt, .updatedAt, .deletedAt, .bitRateKbps, .sampleRateHz, .channels,
            .encoderDelay, .encoderPadding, .warnings, .originalFilename:
            String(describing: field)
        }
    }
}
