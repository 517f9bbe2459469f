package import VelodyDomain

extension PostgresBlobRecordStore {
    package func collectable(_ limits: CollectionLimits) throws(StoreError) -> [Collectable] {
        try session.query(
            """
            SELECT a.hash, a.mime_type, a.size_bytes, CASE WHEN t.deleted_at < \(limits.deletedBefore)
                   THEN 'deleted-track' ELSE 'superseded' END
            FROM audio_assets a JOIN tracks t ON t.id = a.track_id
            WHERE a.collected_at IS NULL AND (t.deleted_at < \(limits.deletedBefore)
                                              OR a.superseded_at < \(limits.supersededBefore))
            UNION ALL
            SELECT p.hash, p.mime_type, p.size_bytes, 'unused-picture'
            FROM artwork_assets p WHERE p.created_at < \(limits.supersededBefore)
              AND NOT EXISTS (SELECT FROM tracks t WHERE t.artwork_id = p.id)
            ORDER BY 1
            """
        ) { row throws(PostgresError) in
            Collectable(
                content: try TrackRow.content(&row),
                reason: try row.choice(Collectable.Reason.self))
        }
    }

    package func collect(
        _ content: ContentHash, within limits: CollectionLimits, now: Timestamp
    ) throws(StoreError) -> Bool {
        try session.transaction { () throws(StoreError) in
            let audio = try collectAudio(content, limits, now: now)
            let isCollected = if audio { true } else { try collectPicture(content, limits) }
            guard isCollected else { return false }
            try clearDamage(of: content)
            return true
        }
    }

    private func collectAudio(
        _ content: ContentHash, _ limits: CollectionLimits, now: Timestamp
    ) throws(StoreError) -> Bool {
        // Whoever would bring the track back waits here, or was faster and is seen.
        try session.run(
            """
            SELECT FROM tracks t JOIN audio_assets a ON a.track_id = t.id
            WHERE a.hash = \(content) FOR UPDATE OF t
            """)
        let collected = try session.first(
            """
            UPDATE audio_assets a SET collected_at = \(now) FROM tracks t
            WHERE a.hash = \(content) AND t.id = a.track_id AND a.collected_at IS NULL
              AND (t.deleted_at < \(limits.deletedBefore)
                   OR a.superseded_at < \(limits.supersededBefore))
            RETURNING 1
            """
        ) { _ in true }
        return collected ?? false
    }

    private func collectPicture(
        _ content: ContentHash, _ limits: CollectionLimits
    ) throws(StoreError) -> Bool {
        let collected = try session.first(
            """
            DELETE FROM artwork_assets p
            WHERE p.hash = \(content) AND p.created_at < \(limits.supersededBefore)
              AND NOT EXISTS (SELECT FROM tracks t WHERE t.artwork_id = p.id)
            RETURNING 1
            """
        ) { _ in true }
        return collected ?? false
    }
}
