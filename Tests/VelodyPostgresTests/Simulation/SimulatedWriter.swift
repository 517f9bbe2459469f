import FoundationEssentials
import VelodyDomain
import VelodyTesting

@testable import VelodyPostgres

/// A worker that writes: one transaction at a time, which stays open until it is told to end.
final class SimulatedWriter {
    private var session: PostgresSession?
    /// What its transaction has changed, and thereby locked.
    private(set) var touched: Set<TrackID> = []

    private(set) var isOpen = false

    private func open(_ server: SimulatedServer) throws -> PostgresSession {
        let session = self.session ?? server.newSession()
        if !isOpen { try session.run("BEGIN") }
        self.session = session
        isOpen = true
        return session
    }

    func add(_ id: TrackID, asset: AudioAssetID, title: String, on server: SimulatedServer) throws {
        let session = try open(server)
        let now = server.clock.now()
        try session.run(
            """
            INSERT INTO tracks (id, title, duration_ms, primary_asset_id, created_at, updated_at)
            VALUES (\(id), \(title), 1000, \(asset), \(now), \(now))
            """)
        try session.run(
            """
            INSERT INTO audio_assets (id, track_id, hash, mime_type, size_bytes, duration_ms,
              bit_rate_kbps, sample_rate_hz, channels, original_filename, created_at)
            VALUES (\(asset), \(id), sha256(uuid_send(\(asset))), 'audio/mpeg', 5, 1000, 128,
              44100, 2, 'a.mp3', \(now))
            """)
        touched.insert(id)
    }

    func rename(_ id: TrackID, _ title: String, on server: SimulatedServer) throws {
        try open(server).run(
            """
            UPDATE tracks SET title = \(title), updated_at = \(server.clock.now())
            WHERE id = \(id)
            """)
        touched.insert(id)
    }

    func delete(_ id: TrackID, on server: SimulatedServer) throws {
        try open(server).run(
            """
            UPDATE tracks SET deleted_at = \(server.clock.now())
            WHERE id = \(id) AND deleted_at IS NULL
            """)
        touched.insert(id)
    }

    func restore(_ id: TrackID, on server: SimulatedServer) throws {
        try open(server).run("UPDATE tracks SET deleted_at = NULL WHERE id = \(id)")
        touched.insert(id)
    }

    func commit() throws { try end("COMMIT") }

    func abort() throws { try end("ROLLBACK") }

    /// `kill -9`: the connection is gone, and with it what was not committed.
    func die() {
        session = nil
        isOpen = false
        touched = []
    }

    private func end(_ statement: Statement) throws {
        isOpen = false
        touched = []
        try session?.run(statement)
    }
}
