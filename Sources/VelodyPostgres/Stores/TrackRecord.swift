import VelodyDomain

/// A track's record as one joined row: the columns of every ``TrackField``, in order.
enum TrackRecord {
    /// Of ``TrackRow/tables``.
    static let columns: Statement = """
        t.id, t.version, t.title, t.artist, t.artists, t.album, t.album_artist, t.genre, t.genres,
        t.disc_number, t.disc_total, t.track_number, t.track_total, t.year, t.duration_ms,
        CASE WHEN t.deleted_at IS NULL THEN 'active' ELSE 'deleted' END,
        t.created_at, t.updated_at, t.deleted_at,
        a.id, a.hash, a.mime_type, a.size_bytes, a.bit_rate_kbps, a.sample_rate_hz, a.channels,
        a.duration_ms, a.encoder_delay, a.encoder_padding, a.warnings, a.original_filename,
        a.source_device_id, a.created_at,
        p.id, p.hash, p.mime_type, p.width, p.height, p.size_bytes
        """

    /// Tells one column, which is not NULL, to a sink.
    static func tell(
        _ field: TrackField, _ bytes: Span<UInt8>, to sink: inout some TrackSink
    ) throws(PostgresError) {
        switch field {
        case .id, .audioID, .sourceDevice, .artworkID:
            sink.identifier(field, try Wire.uuid(bytes))
        case .title, .artist, .album, .albumArtist, .genre, .status, .originalFilename:
            sink.text(field, bytes)
        case .artists, .genres, .warnings:
            sink.beginList(field)
            try Wire.forEachText(in: bytes) { sink.element($0) }
            sink.endList()
        case .version, .discNumber, .discTotal, .trackNumber, .trackTotal, .year, .durationMs,
            .audioSize, .bitRateKbps, .sampleRateHz, .channels, .audioDurationMs, .encoderDelay,
            .encoderPadding, .artworkWidth, .artworkHeight, .artworkSize:
            sink.number(field, try Wire.integer(bytes))
        case .createdAt, .updatedAt, .deletedAt, .audioCreatedAt:
            sink.moment(field, try Wire.timestamp(bytes))
        case .audioHash, .artworkHash:
            guard bytes.count == 32 else { throw PostgresError(.unexpectedRow, "hash") }
            sink.digest(field, bytes)
        case .audioType, .artworkType:
            guard let type = MediaType.allCases.first(where: { Wire.isText(bytes, $0.rawValue) })
            else {
                throw PostgresError(.unexpectedRow, "type")
            }
            sink.type(field, type)
        }
    }
}
