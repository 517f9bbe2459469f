import FoundationEssentials
import Testing
import VelodyDomain
import VelodyPostgres
import VelodyRuntime
import VelodyServices
import VelodyTesting

/// A library of one test's own, in its suite's PostgreSQL if it has one; tracks are put into it by SQL.
struct ScratchLibrary: Sendable {
    let cluster: TemporaryCluster
    /// The application's, and the superuser's, way in.
    let url: String
    let ownerURL: String
    let device: Device

    init() throws {
        if let shared = TemporaryCluster.ofSuite {
            cluster = shared
            url = try shared.makeDatabase()
        } else {
            cluster = try TemporaryCluster()
            url = cluster.url
        }
        ownerURL = url.replacing("velody_app@", with: "postgres@")
        device = try LibraryWriter(registeredIn: Stores(PostgresSession(url))).device
    }

    /// A database with nothing in it, not even a schema.
    init(empty: Bool) throws {
        try self.init()
        if empty {
            try sql(
                "DROP OWNED BY velody_owner CASCADE; GRANT USAGE ON SCHEMA public TO velody_app")
        }
    }

    /// Runs a dump as the superuser.
    func load(_ dump: [UInt8]) throws {
        let path = "/tmp/velody-dump-\(device.id)"
        defer { try? FileManager().removeItem(atPath: path) }
        try Data(dump).write(to: URL(filePath: path))
        _ = try Command("psql", ["-X", "-q", "-o", "/dev/null", "-d", ownerURL]).output(input: path)
    }

    /// A new session of the application's role.
    var session: PostgresSession { PostgresSession(url) }

    var tracks: PostgresTrackStore { PostgresTrackStore(session) }

    /// Runs SQL as the superuser, as one transaction.
    @discardableResult
    func sql(_ statement: String) throws -> String {
        try TemporaryCluster.sql(statement, at: ownerURL)
    }

    /// Runs a program that must succeed.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) throws -> String {
        let output = try Command(program, arguments).output()
        try #require(output.status.isSuccess, "\(output.text)")
        return output.text
    }

    /// Adds tracks with their audio, in one transaction.
    func addTracks(_ count: Int) throws { try sql(Self.adding(count)) }

    /// Every track, by identifier.
    func trackIDs() throws -> [TrackID] {
        try sql("SELECT id FROM tracks ORDER BY id").split(separator: "\n")
            .compactMap { TrackID($0) }
    }

    /// SQL that adds tracks.
    static func adding(_ count: Int) -> String {
        """
        WITH made AS (
          SELECT gen_random_uuid() AS track, gen_random_uuid() AS asset, n
          FROM generate_series(1, \(count)) n
        ), tracks AS (
          INSERT INTO tracks (id, title, artist, artists, album, duration_ms, primary_asset_id,
                              created_at, updated_at)
          SELECT track, 'Song ' || n, 'Artist', ARRAY['Artist'], 'Album', 1000, asset, now(), now()
          FROM made
        )
        INSERT INTO audio_assets (id, track_id, hash, mime_type, size_bytes, duration_ms,
          bit_rate_kbps, sample_rate_hz, channels, original_filename, created_at)
        SELECT asset, track, sha256(uuid_send(asset)), 'audio/mpeg', 5, 1000, 128, 44100, 2,
               'a.mp3', now()
        FROM made
        """
    }
}
