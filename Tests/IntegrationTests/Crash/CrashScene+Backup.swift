import FoundationEssentials
import VelodyCrypto
import VelodyDomain
import VelodyRuntime

/// Backups of the scene's library: what they are made of, and what a crash may leave of them.
extension CrashScene {
    /// Makes a backup, and then changes the library, so that the next one has a song to let go.
    func backUpAndChange() throws {
        try makePlace()
        var leaving = CrashClient(device, try lateBytes())
        _ = try leaving.goOn()
        try requireAdmin(["backup", backups, "--keep", "1"], [0])
        _ = try device.delete("/tracks/\(try track(leaving.hash))")
        try requireAdmin(["collect", "--apply"], [0])
    }

    /// A song that comes after another one of the library: each run looks for the first, and opens
    /// the directories before it.
    func lateBytes() throws -> [UInt8] {
        let first = try instance.sql(
            """
            SELECT min(encode(a.hash, 'hex')) FROM audio_assets a
            JOIN tracks t ON t.primary_asset_id = a.id WHERE t.deleted_at IS NULL
            """)
        while true {
            let bytes = try bytes(for: .backup)
            if OpenSSLCryptography().sha256(bytes).hex > first { return bytes }
        }
    }

    /// What is called a backup is one: an earlier one still, or the new one already, or both.
    func requireWholeBackups(_ count: ClosedRange<Int>) throws {
        let check = try admin(["backup", "verify", backups])
        try require(check.status == .exited(0), "backup verify: \(check.text)")
        let sets = try names("sets").filter { !$0.hasPrefix(".") }
        try require(count.contains(sets.count), "backups: \(sets)")
    }

    /// One backup of the library as it is now, and nothing else.
    func requireOneBackup() throws {
        try requireWholeBackups(1...1)
        try require(try names("sets").count == 1, "the next backup left \(try names("sets"))")
        let (pool, library) = (try blobs("\(backups)/blobs"), try blobs("\(root)/library"))
        let difference = pool.symmetricDifference(library)
        try require(difference.isEmpty, "the pool differs from the library: \(difference)")
    }

    private func makePlace() throws {
        let command = #"mkdir -p -m 700 "$0"; if [ "$(id -u)" = 0 ]; then chown daemon "$0"; fi"#
        let made = try Command("sh", ["-ec", command, backups]).output()
        try require(made.status.isSuccess, "there is no place for backups")
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager().contentsOfDirectory(atPath: "\(backups)/\(folder)")
    }

    /// The files below, by their names.
    private func blobs(_ folder: String) throws -> Set<String> {
        let found = try Command("sh", ["-c", #"cd "$0" && find . -type f"#, folder]).output()
        return Set(found.text.split(separator: "\n").map(String.init))
    }
}
