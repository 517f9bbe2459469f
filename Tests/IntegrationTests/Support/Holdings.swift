import FoundationEssentials

/// All that an instance keeps: what was refused or broken off must leave it as it was.
struct Holdings: Equatable {
    /// Files that are being received.
    var incoming: Set<String>
    /// What was refused, with its reasons.
    var quarantine: Set<String>
    /// Audio, artwork and what is on its way there.
    var library: Set<String>
    /// How many sessions, tracks and assets there are, and the newest event.
    var rows: String
}

extension RunningInstance {
    /// What there is now, by paths within the storage.
    func holdings() throws -> Holdings {
        Holdings(
            incoming: try files(in: "incoming"), quarantine: try files(in: "quarantine"),
            library: try files(in: "library").union(files(in: "temp")),
            rows: try sql(
                """
                SELECT (SELECT count(*) FROM upload_sessions), (SELECT count(*) FROM tracks),
                  (SELECT count(*) FROM audio_assets), (SELECT max(id) FROM library_events)
                """))
    }

    /// Every file below a directory of the storage; probes of its health come and go, and are none.
    private func files(in directory: String) throws -> Set<String> {
        let root = "\(storageRoot)/\(directory)"
        guard FileManager().fileExists(atPath: root) else { return [] }
        let paths = try FileManager().subpathsOfDirectory(atPath: root).filter { path in
            var isDirectory = false
            return !path.hasSuffix(".probe")
                && FileManager().fileExists(atPath: "\(root)/\(path)", isDirectory: &isDirectory)
                && !isDirectory
        }
        return Set(paths)
    }
}
