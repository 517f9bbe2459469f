package import VelodyDomain

/// What should be in the storage, by PostgreSQL.
package struct PostgresBlobRecordStore: BlobRecordStore {
    let session: PostgresSession

    package init(_ session: PostgresSession) { self.session = session }

    /// Every content that a record refers to.
    private static let known: Statement = """
        (SELECT hash, mime_type, size_bytes FROM audio_assets WHERE collected_at IS NULL
         UNION ALL SELECT hash, mime_type, size_bytes FROM artwork_assets) k
        """

    package func count() throws(StoreError) -> Int {
        try session.first("SELECT count(*) FROM \(Self.known)") {
            row throws(PostgresError) in try row.integer()
        } ?? 0
    }

    package func records(in bucket: UInt8) throws(StoreError) -> [BlobRecord] {
        let first = ContentHash(beginningWith: bucket, rest: 0)
        let last = ContentHash(beginningWith: bucket, rest: 0xFF)
        return try session.query(
            """
            SELECT k.hash, k.mime_type, k.size_bytes, d.damage
            FROM \(Self.known) LEFT JOIN damaged_blobs d USING (hash)
            WHERE k.hash BETWEEN \(first) AND \(last) ORDER BY k.hash
            """, Self.record)
    }

    package func record(of content: ContentHash) throws(StoreError) -> BlobRecord? {
        try session.first(
            """
            SELECT k.hash, k.mime_type, k.size_bytes, d.damage
            FROM \(Self.known) LEFT JOIN damaged_blobs d USING (hash) WHERE k.hash = \(content)
            """, Self.record)
    }

    package func heard(among audio: [ContentHash]) throws(StoreError) -> Set<ContentHash> {
        let hashes = try session.query(
            """
            WITH asked AS (SELECT decode(unnest(\(audio.map(\.hex))::text[]), 'hex') AS hash)
            SELECT hash FROM asked WHERE hash IN (SELECT hash FROM audio_assets)
            UNION
            SELECT hash FROM upload_sessions WHERE hash IN (SELECT hash FROM asked)
            """
        ) { row throws(PostgresError) in try row.hash() }
        return Set(hashes)
    }

    package func markDamaged(
        _ content: ContentHash, as damage: Damage, now: Timestamp
    ) throws(StoreError) {
        try session.run(
            """
            INSERT INTO damaged_blobs (hash, damage, found_at)
            VALUES (\(content), \(damage.rawValue), \(now))
            ON CONFLICT (hash) DO UPDATE SET damage = EXCLUDED.damage
            """)
    }

    package func clearDamage(of content: ContentHash) throws(StoreError) {
        try session.run("DELETE FROM damaged_blobs WHERE hash = \(content)")
    }

    private static func record(_ row: inout Row) throws(PostgresError) -> BlobRecord {
        BlobRecord(
            content: try TrackRow.content(&row),
            damage: row.nextIsNull ? nil : try row.choice(Damage.self))
    }
}
