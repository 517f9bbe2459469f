import VelodyDomain

/// What belongs to a set: one line a thing, the blobs by location, and a digest of it all at the end.
///
/// It is read by this program and by hand; docs/STORAGE.md specifies it.
struct BackupManifest: Equatable {
    /// The first line: what this is, and in which form.
    static let heading = "velody-backup 1"

    /// One blob.
    struct Entry: Equatable {
        let content: StoredContent
        /// Below the pool, and below the library.
        let location: String
        /// False for one that the library did not have whole, nor an earlier set.
        let isPresent: Bool
    }

    /// RFC 3339, UTC.
    let createdAt: String
    let schemaVersion: Int
    let database: BackupFile
    private(set) var entries: [Entry]

    init(createdAt: String, schemaVersion: Int, database: BackupFile, entries: [Entry]) {
        self.createdAt = createdAt
        self.schemaVersion = schemaVersion
        self.database = database
        self.entries = entries.sorted { $0.location < $1.location }
    }

    /// The blobs that the set has.
    var present: [Entry] { entries.filter(\.isPresent) }

    /// All that the blobs of the set take, in bytes.
    var bytes: Int64 { present.reduce(0) { $0 + $1.content.size } }

    /// The document, whose last line is the SHA-256 of those before it.
    func text(_ cryptography: any Cryptography) -> [UInt8] {
        var lines = [
            Self.heading, "created \(createdAt)", "schema \(schemaVersion)",
            "database \(database.hash.hex) \(database.size) 0600 database.dump",
        ]
        lines += entries.map { entry in
            let word = entry.isPresent ? "blob" : "missing"
            return "\(word) \(entry.content.hash.hex) \(entry.content.size) 0640 \(entry.location)"
        }
        let body = Array((lines.joined(separator: "\n") + "\n").utf8)
        return body + Array("sha256 \(cryptography.sha256(body).hex)\n".utf8)
    }
}
