package import VelodyDomain

extension PostgresTrackEditStore {
    package func reread(
        _ id: TrackID, _ reading: Rereading, isExpected: (Int64) -> Bool
    ) throws(StoreError) -> TrackChange {
        try change(id) { standing throws(StoreError) in
            if standing.isDeleted { return .deleted }
            guard isExpected(standing.version) else { return .stale }
            guard let known = try known(of: reading.asset, playedBy: id) else { return .replaced }
            let said = reading.metadata.filled(from: known.said)
            try record(reading, said)
            if reading.dropsEdits {
                try session.run("DELETE FROM track_edits WHERE track_id = \(id)")
            }
            let edits = reading.dropsEdits ? TrackEdits() : known.edits
            let metadata = edits.applied(to: said)
            let artwork = try shownArtwork(reading) ?? known.artwork
            // What an edit covers is kept, but is no change of the track.
            guard
                metadata != standing.metadata || artwork != known.artwork
                    || reading.properties != known.properties || reading.warnings != known.warnings
            else { return .done }
            try session.run(
                """
                UPDATE tracks SET \(TrackRow.assigning(metadata)), artwork_id = \(artwork),
                  duration_ms = \(reading.properties.durationMs), reread_at = \(reading.now),
                  updated_at = \(reading.now)
                WHERE id = \(id)
                """)
            return .done
        }
    }

    /// What was known of a track's audio before it was read anew.
    private struct Known {
        let said: TrackMetadata
        let edits: TrackEdits
        let artwork: ArtworkID?
        let properties: AudioProperties
        let warnings: [String]
    }

    /// Nil where the asset is not the track's primary.
    private func known(
        of asset: AudioAssetID, playedBy track: TrackID
    ) throws(StoreError) -> Known? {
        try session.first(
            """
            SELECT coalesce(a.said, '{}')::text, coalesce(e.edits, '{}')::text, t.artwork_id,
                   a.duration_ms, a.bit_rate_kbps, a.sample_rate_hz, a.channels, a.encoder_delay,
                   a.encoder_padding, a.warnings
            FROM tracks t JOIN audio_assets a ON a.id = t.primary_asset_id
            LEFT JOIN track_edits e ON e.track_id = t.id
            WHERE t.id = \(track) AND a.id = \(asset)
            """
        ) { row throws(PostgresError) in
            Known(
                said: try MetadataColumn.read(row.text()),
                edits: try MetadataColumn.readEdits(row.text()), artwork: try row.optionalID(),
                properties: try TrackRow.properties(&row), warnings: try row.texts())
        }
    }

    private func record(_ reading: Rereading, _ said: TrackMetadata) throws(StoreError) {
        let heard = reading.properties
        try session.run(
            """
            UPDATE audio_assets SET duration_ms = \(heard.durationMs),
              bit_rate_kbps = \(heard.bitRateKbps), sample_rate_hz = \(heard.sampleRateHz),
              channels = \(heard.channels), encoder_delay = \(heard.encoderDelay),
              encoder_padding = \(heard.encoderPadding), warnings = \(reading.warnings),
              said = \(MetadataColumn.text(said))::jsonb
            WHERE id = \(reading.asset)
            """)
    }

    /// The picture that was found, as the library has it; its blob was just verified.
    private func shownArtwork(_ reading: Rereading) throws(StoreError) -> ArtworkID? {
        guard let artwork = reading.artwork else { return nil }
        try session.run("DELETE FROM damaged_blobs WHERE hash = \(artwork.content.hash)")
        return try session.insertArtwork(artwork)
    }
}
