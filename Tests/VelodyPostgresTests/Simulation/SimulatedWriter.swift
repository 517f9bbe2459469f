import VelodyDomain
import VelodyTesting

/// A process that writes: one transaction at a time, which stays open until it is told to end.
///
/// It is `psql`, so that what is written by hand is told to devices like anything else.
final class SimulatedWriter {
    /// A statement was refused.
    struct Refused: Error { let statement: String }

    private var process: Dialogue?
    /// What its transaction has changed, and thereby locked.
    private(set) var touched: Set<TrackID> = []

    private(set) var isOpen = false

    func add(_ id: TrackID, asset: AudioAssetID, title: String, on server: SimulatedServer) throws {
        let now = server.moment
        try write(
            """
            INSERT INTO tracks (id, title, duration_ms, primary_asset_id, created_at, updated_at) \
            VALUES ('\(id)', '\(title)', 1000, '\(asset)', \(now), \(now)); \
            INSERT INTO audio_assets (id, track_id, hash, mime_type, size_bytes, duration_ms, \
              bit_rate_kbps, sample_rate_hz, channels, original_filename, created_at) \
            VALUES ('\(asset)', '\(id)', sha256(uuid_send('\(asset)')), 'audio/mpeg', 5, 1000, 128, \
              44100, 2, 'a.mp3', \(now));
            """, of: id, on: server)
    }

    func rename(_ id: TrackID, _ title: String, on server: SimulatedServer) throws {
        try write(
            "UPDATE tracks SET title = '\(title)', updated_at = \(server.moment) WHERE id = '\(id)';",
            of: id, on: server)
    }

    func delete(_ id: TrackID, on server: SimulatedServer) throws {
        try write(
            """
            UPDATE tracks SET deleted_at = \(server.moment) \
            WHERE id = '\(id)' AND deleted_at IS NULL;
            """, of: id, on: server)
    }

    func restore(_ id: TrackID, on server: SimulatedServer) throws {
        try write("UPDATE tracks SET deleted_at = NULL WHERE id = '\(id)';", of: id, on: server)
    }

    func commit() throws { try end("COMMIT;") }

    func abort() throws { try end("ROLLBACK;") }

    /// `kill -9`: the process is gone, and with it what was not committed.
    func die() {
        process?.kill()
        process = nil
        isOpen = false
        touched = []
    }

    private func write(_ statement: String, of id: TrackID, on server: SimulatedServer) throws {
        let process = try process ?? server.newWriter()
        self.process = process
        if !isOpen { try Self.run("BEGIN;", in: process) }
        isOpen = true
        touched.insert(id)
        try Self.run(statement, in: process)
    }

    private func end(_ statement: String) throws {
        isOpen = false
        touched = []
        if let process { try Self.run(statement, in: process) }
    }

    /// Runs SQL and waits until it is done.
    private static func run(_ statement: String, in process: Dialogue) throws {
        process.say(statement + " \\echo :ERROR")
        guard try process.hear() == "false" else { throw Refused(statement: statement) }
    }
}
