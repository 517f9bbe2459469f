import FoundationEssentials
import VelodyRuntime

/// What must hold after a crash, of one operation.
extension CrashScene {
    func require(_ isSo: Bool, _ what: String) throws {
        guard isSo else { throw CrashClient.Broken(what: what) }
    }

    /// Exactly one track has the content, with exactly these events.
    func requireOneTrack(_ hash: String, events: String) throws {
        let found = try instance.sql(
            """
            SELECT count(DISTINCT a.track_id), string_agg(e.action, ',' ORDER BY e.id)
            FROM audio_assets a JOIN library_events e ON e.entity_id = a.track_id
            WHERE a.hash = '\\x\(hash)'
            """)
        try require(found == "1|\(events)\n", "tracks and events of the song: \(found)")
    }

    /// A digest of all tracks and events but those of one content.
    func others(than hash: String) throws -> String {
        try instance.sql(
            """
            WITH own AS (SELECT track_id AS id FROM audio_assets WHERE hash = '\\x\(hash)')
            SELECT (SELECT md5(string_agg(t::text, '|' ORDER BY id)) FROM tracks t
                    WHERE id NOT IN (SELECT id FROM own)),
                   (SELECT md5(string_agg(e::text, '|' ORDER BY id)) FROM library_events e
                    WHERE entity_id NOT IN (SELECT id FROM own))
            """)
    }

    func requireGone(_ place: String) throws {
        try require(!FileManager().fileExists(atPath: "\(root)/\(place)"), "\(place) is there")
    }

    /// An upload whose time is over has no part any more, and is told to be expired.
    func requireExpired(_ client: CrashClient) throws {
        let id = client.upload ?? ""
        try requireGone("incoming/\(id).part")
        let answer = try client.device.get("/uploads/\(id)")
        try require(answer.status == 410, "an expired upload is \(answer.status)")
    }

    /// A refused file is aside, whoever put it there: finalize, or the sweep after a restart.
    func requireQuarantined(_ client: CrashClient) throws {
        let id = client.upload ?? ""
        let isAside = try instance.eventually { () -> Bool? in
            FileManager().contents(atPath: "\(root)/quarantine/\(id)/file") == Data(client.bytes)
                && !FileManager().fileExists(atPath: "\(root)/incoming/\(id).part") ? true : nil
        }
        try require(isAside == true, "the refused file is not in quarantine")
    }

    func requireAdmin(_ words: [String], _ codes: [Int32]) throws {
        for _ in 0..<50 {
            let status = try admin(words).status
            if codes.contains(where: { status == .exited($0) }) { return }
            try require(status == .exited(75), "velody-admin \(words): \(status)")
            ProcessEvents.pause(milliseconds: 100)
        }
        throw CrashClient.Broken(what: "velody-admin \(words) comes to no end")
    }

    /// Asks until one of these is answered.
    func repeatedly(until statuses: [Int], _ request: () throws -> HTTPAnswer) throws {
        for _ in 0..<100 {
            let status = (try? request())?.status ?? 0
            if statuses.contains(status) { return }
            try require(status == 0 || status > 500, "status \(status)")
            ProcessEvents.pause(milliseconds: 100)
        }
        throw CrashClient.Broken(what: "the request comes to no end")
    }
}
