/// A complete set, in short.
package struct BackupSummary: Equatable, Sendable {
    package let set: String
    /// RFC 3339, UTC.
    package let createdAt: String
    package let schemaVersion: Int
    /// How many files belong to it, and what they take in bytes.
    package let files: Int
    package let bytes: Int64
    /// How many files it lacks, since the library lacked them.
    package let absent: Int

    init(_ set: String, _ manifest: BackupManifest) {
        self.set = set
        createdAt = manifest.createdAt
        schemaVersion = manifest.schemaVersion
        files = manifest.present.count
        bytes = manifest.bytes
        absent = manifest.entries.count - files
    }
}
