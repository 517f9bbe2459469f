import Testing
import VelodyCrypto
import VelodyDomain
import VelodyPostgres
import VelodyRuntime
import VelodyTesting

/// A library of one test's own, which tracks are put into by SQL.
final class ScratchLibrary: Sendable {
    let cluster: TemporaryCluster
    let device: Device

    init() throws {
        cluster = try TemporaryCluster()
        let cryptography = OpenSSLCryptography()
        let fresh = Device(
            id: DeviceID(random: cryptography.randomBytes(16)), platform: .cli, deviceName: "test",
            appVersion: "1", createdAt: Timestamp(microseconds: 1), lastSeenAt: nil,
            revokedAt: nil, lastEventID: nil)
        device = try PostgresDeviceStore(PostgresSession(cluster.url)).register(
            fresh, installation: nil, tokenHash: cryptography.sha256([1])
        ).device
    }

    /// A new session of the application's role.
    var session: PostgresSession { PostgresSession(cluster.url) }

    var tracks: PostgresTrackStore { PostgresTrackStore(session) }

    /// Runs SQL as the superuser, as one transaction.
    @discardableResult
    func sql(_ statement: String) throws -> String { try cluster.sql(statement) }

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
