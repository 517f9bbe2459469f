package import VelodyDomain

/// Changes that a track's owner asks for, in PostgreSQL.
package struct PostgresTrackEditStore: TrackEditStore {
    let session: PostgresSession

    package init(_ session: PostgresSession) { self.session = session }

    /// How a track stands, read under its lock.
    struct Standing {
        let version: Int64
        let isDeleted: Bool
        let hasAudio: Bool
        let metadata: TrackMetadata
    }

    package func edit(
        _ id: TrackID, _ edits: TrackEdits, isExpected: (Int64) -> Bool, now: Timestamp
    ) throws(StoreError) -> TrackChange {
        try change(id) { standing throws(StoreError) in
            if standing.isDeleted { return .deleted }
            guard isExpected(standing.version) else { return .stale }
            guard !edits.isEmpty else { return .done }
            try keep(edits, of: id)
            let metadata = edits.applied(to: standing.metadata)
            // An edit that says what is effective already is kept, but is no change of the track.
            if metadata != standing.metadata {
                try session.run(
                    """
                    UPDATE tracks SET \(TrackRow.assigning(metadata)), updated_at = \(now)
                    WHERE id = \(id)
                    """)
            }
            return .done
        }
    }

    package func delete(
        _ id: TrackID, isExpected: (Int64) -> Bool, now: Timestamp
    ) throws(StoreError) -> TrackChange {
        try change(id) { standing throws(StoreError) in
            if standing.isDeleted { return .done }
            guard isExpected(standing.version) else { return .stale }
            try session.run(
                "UPDATE tracks SET deleted_at = \(now), updated_at = \(now) WHERE id = \(id)")
            return .done
        }
    }

    package func restore(
        _ id: TrackID, isExpected: (Int64) -> Bool, now: Timestamp
    ) throws(StoreError) -> TrackChange {
        try change(id) { standing throws(StoreError) in
            guard standing.hasAudio else { return .collected }
            guard isExpected(standing.version) else { return .stale }
            guard standing.isDeleted else { return .done }
            try session.run(
                "UPDATE tracks SET deleted_at = NULL, updated_at = \(now) WHERE id = \(id)")
            return .done
        }
    }

    /// Runs `decide` under the track's lock, in one transaction.
    func change(
        _ id: TrackID, _ decide: (Standing) throws(StoreError) -> TrackChange
    ) throws(StoreError) -> TrackChange {
        try session.transaction { () throws(StoreError) in
            let standing = try session.first(
                """
                SELECT t.version, t.deleted_at IS NOT NULL,
                       EXISTS (SELECT FROM audio_assets a
                               WHERE a.id = t.primary_asset_id AND a.collected_at IS NULL),
                       \(TrackRow.metadataColumns)
                FROM tracks t WHERE t.id = \(id) FOR UPDATE
                """
            ) { row throws(PostgresError) in
                Standing(
                    version: Int64(try row.integer()), isDeleted: try row.flag(),
                    hasAudio: try row.flag(), metadata: try TrackRow.metadata(&row))
            }
            guard let standing else { return .unknown }
            return try decide(standing)
        }
    }

    private func keep(_ edits: TrackEdits, of id: TrackID) throws(StoreError) {
        try session.run(
            """
            INSERT INTO track_edits AS kept (track_id, edits)
            VALUES (\(id), \(MetadataColumn.text(edits))::jsonb)
            ON CONFLICT (track_id) DO UPDATE SET edits = kept.edits || EXCLUDED.edits
            """)
    }
}
