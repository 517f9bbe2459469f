package import VelodyDomain

/// Tracks, assets and pictures in PostgreSQL.
///
/// The change log is written by its triggers.
package struct PostgresTrackStore: TrackStore {
    let session: PostgresSession

    package init(_ session: PostgresSession) { self.session = session }

    package func find(_ id: TrackID) throws(StoreError) -> Track? {
        try session.first(
            "SELECT \(TrackRow.columns) FROM \(TrackRow.tables) WHERE t.id = \(id)", TrackRow.read)
    }

    package func holding(_ content: ContentHash) throws(StoreError) -> Holding? {
        try session.first(
            """
            SELECT a.track_id, \(TrackRow.assetColumns), \(Self.isSound) FROM audio_assets a
            WHERE a.hash = \(content)
            """
        ) { row throws(PostgresError) in
            Holding(
                track: try row.id(), asset: try TrackRow.asset(&row), isSound: try row.flag())
        }
    }

    private static let isSound: Statement = """
        a.collected_at IS NULL AND NOT EXISTS (SELECT FROM damaged_blobs d WHERE d.hash = a.hash)
        """

    private func isSound(_ asset: AudioAssetID) throws(StoreError) -> Bool {
        try session.first("SELECT \(Self.isSound) FROM audio_assets a WHERE a.id = \(asset)") {
            row throws(PostgresError) in try row.flag()
        } ?? false
    }

    package func artwork(_ id: ArtworkID) throws(StoreError) -> Artwork? {
        try session.first(
            "SELECT \(TrackRow.artworkColumns) FROM artwork_assets p WHERE p.id = \(id)",
            TrackRow.artwork)
    }

    package func lock(_ content: ContentHash) throws(StoreError) -> any ContentLock {
        try PostgresContentLock(session, content: content)
    }

    package func reuse(
        _ content: ContentHash, for existingTrack: TrackID?, now: Timestamp
    ) throws(StoreError) -> UploadResult? {
        try session.transaction { () throws(StoreError) in
            // Under the track's lock, which collecting takes too.
            guard let owner = try owner(of: content, target: existingTrack),
                try isSound(owner.asset)
            else { return nil }
            let plan = PublicationPlan.decide(target: existingTrack, owner: owner)
            return try carryOut(plan, publication: nil, artwork: nil, now: now)
        }
    }
}
