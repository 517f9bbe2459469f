import VelodyDomain

/// What stands before each value of a track's record: comma, name, colon, and the braces between.
enum TrackNames {
    /// By the field's raw value.
    static let prepared: [[UInt8]] = TrackField.allCases.map { Array(before($0).utf8) }

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
