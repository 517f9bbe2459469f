import VelodyDomain

/// How a track, its primary audio and its picture lie in one joined row.
enum TrackRow {
    static let columns: Statement = """
        t.id, t.version, \(metadataColumns), t.created_at, t.updated_at, t.deleted_at,
        \(assetColumns), \(artworkColumns)
        """

    static let metadataColumns: Statement = """
        t.title, t.artist, t.artists, t.album, t.album_artist, t.genre, t.genres,
        t.disc_number, t.disc_total, t.track_number, t.track_total, t.year
        """

    /// What an UPDATE of `tracks` sets to make this metadata effective.
    static func assigning(_ said: TrackMetadata) -> Statement {
        """
        title = \(said.title), artist = \(said.artist), artists = \(said.artists),
        album = \(said.album), album_artist = \(said.albumArtist), genre = \(said.genre),
        genres = \(said.genres), disc_number = \(said.discNumber),
        disc_total = \(said.discTotal), track_number = \(said.trackNumber),
        track_total = \(said.trackTotal), year = \(said.year)
        """
    }

    static let assetColumns: Statement = """
        a.id, a.hash, a.mime_type, a.size_bytes, a.duration_ms, a.bit_rate_kbps, a.sample_rate_hz,
        a.channels, a.encoder_delay, a.encoder_padding, a.warnings, a.original_filename,
        a.source_device_id, a.created_at
        """

    static let tables: Statement = """
        tracks t JOIN audio_assets a ON a.id = t.primary_asset_id
        LEFT JOIN artwork_assets p ON p.id = t.artwork_id
        """

    static let artworkColumns: Statement =
        "p.id, p.hash, p.mime_type, p.size_bytes, p.width, p.height, p.created_at"

    static func read(_ row: inout Row) throws(PostgresError) -> Track {
        let id: TrackID = try row.id()
        let version = Int64(try row.integer())
        let metadata = try metadata(&row)
        let created = try row.timestamp()
        let updated = try row.timestamp()
        let deleted = try row.optionalTimestamp()
        return Track(
            id: id, version: version, metadata: metadata,
            status: deleted == nil ? .active : .deleted, createdAt: created, updatedAt: updated,
            deletedAt: deleted, audio: try asset(&row), artwork: try optionalArtwork(&row))
    }

    static func asset(_ row: inout Row) throws(PostgresError) -> AudioAsset {
        AudioAsset(
            id: try row.id(), content: try content(&row),
            properties: try properties(&row),
            warnings: try row.texts(), originalFilename: try row.text(),
            sourceDevice: try row.optionalID(), createdAt: try row.timestamp())
    }

    static func properties(_ row: inout Row) throws(PostgresError) -> AudioProperties {
        AudioProperties(
            durationMs: try row.integer(), bitRateKbps: try row.integer(),
            sampleRateHz: try row.integer(), channels: try row.integer(),
            encoderDelay: try row.optionalInteger(), encoderPadding: try row.optionalInteger())
    }

    static func artwork(_ row: inout Row) throws(PostgresError) -> Artwork {
        Artwork(
            id: try row.id(), content: try content(&row), width: try row.integer(),
            height: try row.integer(), createdAt: try row.timestamp())
    }

    private static func optionalArtwork(_ row: inout Row) throws(PostgresError) -> Artwork? {
        if row.nextIsNull { return nil }
        return try artwork(&row)
    }

    static func content(_ row: inout Row) throws(PostgresError) -> StoredContent {
        StoredContent(
            hash: try row.hash(), type: try row.choice(MediaType.self),
            size: Int64(try row.integer()))
    }

    static func metadata(_ row: inout Row) throws(PostgresError) -> TrackMetadata {
        var metadata = TrackMetadata()
        metadata.title = try row.optionalText()
        metadata.artist = try row.optionalText()
        metadata.artists = try row.texts()
        metadata.album = try row.optionalText()
        metadata.albumArtist = try row.optionalText()
        metadata.genre = try row.optionalText()
        metadata.genres = try row.texts()
        metadata.discNumber = try row.optionalInteger()
        metadata.discTotal = try row.optionalInteger()
        metadata.trackNumber = try row.optionalInteger()
        metadata.trackTotal = try row.optionalInteger()
        metadata.year = try row.optionalInteger()
        return metadata
    }
}
