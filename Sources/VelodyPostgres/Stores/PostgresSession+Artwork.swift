import VelodyDomain

extension PostgresSession {
    /// Inserts a picture whose blob is in place; the identifier of the one with its content that is
    /// there, which may be an older one.
    func insertArtwork(_ artwork: Artwork) throws(StoreError) -> ArtworkID {
        // The update of nothing makes RETURNING tell the row that is there already.
        let id: ArtworkID? = try first(
            """
            INSERT INTO artwork_assets AS p (id, hash, mime_type, size_bytes, width, height,
                                             created_at)
            VALUES (\(artwork.id), \(artwork.content.hash), \(artwork.content.type.rawValue),
                    \(artwork.content.size), \(artwork.width), \(artwork.height),
                    \(artwork.createdAt))
            ON CONFLICT (hash) DO UPDATE SET hash = p.hash RETURNING p.id
            """
        ) { row throws(PostgresError) in try row.id() }
        guard let id else { throw StoreError(.unexpected, "artwork returned no row") }
        return id
    }
}
