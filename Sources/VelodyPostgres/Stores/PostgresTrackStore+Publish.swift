package import VelodyDomain

extension PostgresTrackStore {
    package func publish(_ publication: Publication) throws(StoreError) -> UploadResult {
        try session.transaction { () throws(StoreError) in
            try requireRight(to: publication)
            let owner = try owner(
                of: publication.asset.content.hash, target: publication.existingTrack)
            let artwork = try publication.artwork.map { artwork throws(StoreError) in
                try session.insertArtwork(artwork)
            }
            let plan = PublicationPlan.decide(target: publication.existingTrack, owner: owner)
            noteWhole(publication)
            let result = try carryOut(
                plan, publication: publication, artwork: artwork, now: publication.now)
            close(publication, with: result)
            return result
        }
    }

    /// Reads, under row locks, who has the content; throws `noSuchTrack` for an unknown `target`.
    func owner(
        of content: ContentHash, target: TrackID?
    ) throws(StoreError) -> PublicationPlan.Owner? {
        let owner = try session.first(
            """
            SELECT t.id, a.id, t.primary_asset_id = a.id, t.deleted_at IS NOT NULL
            FROM audio_assets a JOIN tracks t ON t.id = a.track_id
            WHERE a.hash = \(content) FOR UPDATE OF t
            """
        ) { row throws(PostgresError) in
            PublicationPlan.Owner(
                track: try row.id(), asset: try row.id(),
                isPrimary: try row.optionalFlag() ?? false, isDeleted: try row.flag())
        }
        guard let target, target != owner?.track else { return owner }
        let isKnown = try session.first(
            "SELECT true FROM tracks WHERE id = \(target) FOR UPDATE"
        ) { row throws(PostgresError) in try row.flag() }
        guard isKnown != nil else { throw StoreError(.noSuchTrack, "named track does not exist") }
        return owner
    }

    /// Does what was decided; `publication` is nil where nothing new is to be inserted.
    func carryOut(
        _ plan: PublicationPlan, publication: Publication?, artwork: ArtworkID?, now: Timestamp
    ) throws(StoreError) -> UploadResult {
        switch plan {
        case .create:
            guard let publication else { throw StoreError(.unexpected, "nothing to create") }
            insertTrack(publication, artwork: artwork)
            insertAsset(publication, of: publication.newTrack)
            return UploadResult(
                track: publication.newTrack, asset: publication.asset.id, created: true)
        case .replaceAudio(let track):
            guard let publication else { throw StoreError(.unexpected, "nothing to replace by") }
            insertAsset(publication, of: track)
            try promote(publication.asset.id, of: track, artwork: artwork, now: now)
            return UploadResult(track: track, asset: publication.asset.id, created: false)
        case .promote(let asset, let track):
            try promote(asset, of: track, artwork: artwork, now: now)
            return UploadResult(track: track, asset: asset, created: false)
        case .revive(let track, let asset):
            session.enqueue(
                """
                UPDATE tracks SET deleted_at = NULL, updated_at = \(now) WHERE id = \(track)
                """)
            return UploadResult(track: track, asset: asset, created: false)
        case .keep(let track, let asset):
            return UploadResult(track: track, asset: asset, created: false)
        }
    }

    /// Whatever was noted of these contents: their blobs were just verified.
    private func noteWhole(_ publication: Publication) {
        session.enqueue(
            """
            WITH whole AS (
              DELETE FROM damaged_blobs
              WHERE hash IN (\(publication.asset.content.hash), \(publication.artwork?.content.hash)))
            UPDATE audio_assets SET collected_at = NULL
            WHERE hash = \(publication.asset.content.hash) AND collected_at IS NOT NULL
            """)
    }

    /// Locks session and device, so that neither another finalize nor a revocation comes between.
    private func requireRight(to publication: Publication) throws(StoreError) {
        let found = try session.first(
            """
            SELECT s.generation, d.revoked_at IS NOT NULL
            FROM upload_sessions s JOIN devices d ON d.id = s.device_id
            WHERE s.id = \(publication.upload) AND s.status = 'complete'
            FOR UPDATE OF s FOR SHARE OF d
            """
        ) { row throws(PostgresError) in
            (generation: Int64(try row.integer()), isRevoked: try row.flag())
        }
        guard let found, found.generation == publication.generation else {
            throw StoreError(.superseded, "the session's generation has moved on")
        }
        if found.isRevoked { throw StoreError(.revoked, "the session's device was revoked") }
    }

    private func insertTrack(
        _ publication: Publication, artwork: ArtworkID?
    ) {
        let said = publication.metadata
        session.enqueue(
            """
            INSERT INTO tracks (id, title, artist, artists, album, album_artist, genre, genres,
              disc_number, disc_total, track_number, track_total, year, duration_ms,
              primary_asset_id, artwork_id, created_at, updated_at)
            VALUES (\(publication.newTrack), \(said.title), \(said.artist), \(said.artists),
              \(said.album), \(said.albumArtist), \(said.genre), \(said.genres),
              \(said.discNumber), \(said.discTotal), \(said.trackNumber), \(said.trackTotal),
              \(said.year), \(publication.asset.properties.durationMs), \(publication.asset.id),
              \(artwork), \(publication.now), \(publication.now))
            """)
    }

    private func insertAsset(
        _ publication: Publication, of track: TrackID
    ) {
        let asset = publication.asset
        let heard = asset.properties
        session.enqueue(
            """
            INSERT INTO audio_assets (id, track_id, hash, mime_type, size_bytes, duration_ms,
              bit_rate_kbps, sample_rate_hz, channels, encoder_delay, encoder_padding, warnings,
              original_filename, source_device_id, created_at, said)
            VALUES (\(asset.id), \(track), \(asset.content.hash), \(asset.content.type.rawValue),
              \(asset.content.size), \(heard.durationMs), \(heard.bitRateKbps),
              \(heard.sampleRateHz), \(heard.channels), \(heard.encoderDelay),
              \(heard.encoderPadding), \(asset.warnings), \(asset.originalFilename),
              \(asset.sourceDevice), \(asset.createdAt),
              \(MetadataColumn.text(publication.metadata))::jsonb)
            """)
    }

    /// Makes an asset its track's primary; a picture the file brought replaces the track's.
    private func promote(
        _ asset: AudioAssetID, of track: TrackID, artwork: ArtworkID?, now: Timestamp
    ) throws(StoreError) {
        session.enqueue(
            """
            UPDATE audio_assets SET superseded_at = CASE WHEN id = \(asset) THEN NULL
                                                         ELSE coalesce(superseded_at, \(now)) END
            WHERE track_id = \(track)
            """)
        let effective: Statement =
            try effective(asset, of: track).map { "\(TrackRow.assigning($0))," } ?? ""
        session.enqueue(
            """
            UPDATE tracks t SET \(effective) primary_asset_id = a.id,
              duration_ms = a.duration_ms, artwork_id = coalesce(\(artwork), t.artwork_id),
              deleted_at = NULL, updated_at = \(now)
            FROM audio_assets a WHERE t.id = \(track) AND a.id = \(asset)
            """)
    }

    /// What an asset says of its track, where the owner has not edited it; nil where that was not
    /// kept.
    private func effective(
        _ asset: AudioAssetID, of track: TrackID
    ) throws(StoreError) -> TrackMetadata? {
        try session.first(
            """
            SELECT a.said::text, coalesce(e.edits, '{}')::text FROM audio_assets a
            LEFT JOIN track_edits e ON e.track_id = a.track_id
            WHERE a.id = \(asset) AND a.said IS NOT NULL
            """
        ) { row throws(PostgresError) in
            let said = try MetadataColumn.read(row.text())
            return try MetadataColumn.readEdits(row.text()).applied(to: said)
        }
    }

    private func close(
        _ publication: Publication, with result: UploadResult
    ) {
        session.enqueue(
            """
            UPDATE upload_sessions SET status = 'finalized', track_id = \(result.track),
              audio_asset_id = \(result.asset), created_track = \(result.created)
            WHERE id = \(publication.upload)
            """)
    }
}
