import FoundationEssentials
import VelodyRuntime

/// Compares the database with the disk, by means of its own.
struct LibraryState {
    private let instance: RunningInstance
    private let root: String

    init(_ instance: RunningInstance) {
        self.instance = instance
        root = instance.storageRoot
    }

    /// What must never be, at any moment; and what must not stay.
    func problems() throws -> [String] {
        var found: [String]? = nil
        // A server that has just come back still clears away what its predecessor left.
        _ = try instance.eventually { () -> Bool? in
            let now = try look()
            found = now
            return now.isEmpty ? true : nil
        }
        return found ?? []
    }

    /// The rows without their files, at this moment.
    func lostFiles() throws -> [String] {
        try rows(Self.blobs).compactMap(blob)
    }

    private func rows(_ query: String) throws -> [[String]] {
        try instance.sql(query).split(separator: "\n").map {
            $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private func look() throws -> [String] {
        let rows = try rows(Self.blobs + " UNION ALL " + Self.others)
        var sessions: [String: [String]] = [:]
        var found: [String] = []
        for row in rows {
            switch row[0] {
            case "blob": if let problem = blob(row) { found.append(problem) }
            case "session": sessions[row[1]] = row
            default: found.append(row.joined(separator: " "))
            }
        }
        return try found + parts(sessions)
    }

    /// No row without its file.
    private func blob(_ row: [String]) -> String? {
        let hash = row[1]
        let end = row[2] == "image/jpeg" ? "jpg" : "mp3"
        let kind = end == "jpg" ? "artwork" : "audio"
        let place =
            "library/\(kind)/\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash).\(end)"
        return size(place).map(String.init) == row[3] ? nil : "a row without its file: \(place)"
    }

    /// Each open upload has the bytes that were promised; what is over has no part.
    ///
    /// A part that no session knows is allowed, and so is a direct upload's session without its
    /// part: nobody was told of either. A refused one's may wait for the sweep.
    private func parts(_ sessions: [String: [String]]) throws -> [String] {
        let names = try FileManager().contentsOfDirectory(atPath: root + "/incoming")
        let parts = Set(names.filter { $0.hasSuffix(".part") }.map { String($0.dropLast(5)) })
        let missing = sessions.filter { id, row in
            ["receiving", "complete"].contains(row[2])
                && (size("incoming/\(id).part") ?? -1) < Int(row[3]) ?? 0
        }.map { "acknowledged bytes are not there: \($0.key)" }
        let stale = parts.filter { sessions[$0]?[2] == "finalized" && !isSecondName($0) }
        return missing + stale.map { "a part that nobody needs: \($0)" }
    }

    /// The name beside its blob that a commit leaves which nobody heard of: it goes with the sweep.
    private func isSecondName(_ part: String) -> Bool {
        let found = try? FileManager().attributesOfItem(atPath: "\(root)/incoming/\(part).part")
        return found?[.referenceCount] as? Int ?? 1 > 1
    }

    private func size(_ place: String) -> Int? {
        let found = try? FileManager().attributesOfItem(atPath: "\(root)/\(place)")
        return found?[.size] as? Int
    }

    private static let blobs = """
        SELECT 'blob', encode(hash, 'hex'), mime_type, size_bytes::text FROM audio_assets
          WHERE collected_at IS NULL
        UNION ALL SELECT 'blob', encode(hash, 'hex'), mime_type, size_bytes::text FROM artwork_assets
        """

    private static let others = """
        SELECT 'session', id::text, status,
          CASE WHEN is_direct THEN '-1' ELSE offset_bytes::text END FROM upload_sessions
        UNION ALL SELECT 'events have gaps', '', '', '' FROM library_events
          HAVING count(*) <> max(id) OR count(*) <> count(id)
        UNION ALL SELECT 'not created once', t.id::text, '', '' FROM tracks t
          LEFT JOIN library_events e ON e.entity_id = t.id AND e.action = 'create'
          GROUP BY t.id HAVING count(e.id) <> 1
        UNION ALL SELECT 'record and event differ', t.id::text, '', '' FROM tracks t
          JOIN library_events e ON e.entity_id = t.id
          GROUP BY t.id HAVING max(e.version) <> t.version
        UNION ALL SELECT 'a lock stays', objid::text, '', '' FROM pg_locks
          WHERE locktype = 'advisory'
        """
}
