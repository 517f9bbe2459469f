import VelodyDomain
import VelodyPostgres
import VelodyTesting

extension ScratchLibrary {
    /// Adds one track; the values are SQL expressions.
    func addTrack(
        id: String = "gen_random_uuid()", title: String = "NULL", artist: String = "NULL",
        artists: String = "'{}'", album: String = "NULL", albumArtist: String = "NULL",
        genre: String = "NULL", year: String = "NULL", more: String = "now()"
    ) throws {
        try sql(
            """
            WITH made AS (SELECT \(id) AS track, gen_random_uuid() AS asset), added AS (
              INSERT INTO tracks (id, title, artist, artists, album, album_artist, genre, year,
                duration_ms, primary_asset_id, created_at, updated_at)
              SELECT track, \(title), \(artist), \(artists), \(album), \(albumArtist), \(genre),
                     \(year), 1000, asset, \(more), \(more) FROM made
            )
            INSERT INTO audio_assets (id, track_id, hash, mime_type, size_bytes, duration_ms,
              bit_rate_kbps, sample_rate_hz, channels, original_filename, created_at)
            SELECT asset, track, sha256(uuid_send(asset)), 'audio/mpeg', 5, 1000, 128, 44100, 2,
                   'a.mp3', now() FROM made
            """)
    }

    /// Fills the library from the script that measurements use.
    func fill(tracks: Int) throws {
        let script =
            #filePath.split(separator: "/").dropLast(2)
            .reduce("") { $0 + "/" + $1 } + "/Benchmarks/library.sql"
        try run(
            "psql", ["-X", "-q", "-d", ownerURL, "-v", "tracks=\(tracks)", "-f", script])
    }

    /// Every track of a list, page by page; `between` is called after each page but the last.
    func walk(
        _ query: TrackQuery, limit: Int, between: () throws -> Void = {}
    ) throws -> TrackList {
        let store = PostgresCatalogStore(session)
        var list = TrackList()
        var after: TrackPosition?
        repeat {
            after = try store.tracks(query, after: after, limit: limit, to: &list)
            if after != nil { try between() }
        } while after != nil
        return list
    }
}
