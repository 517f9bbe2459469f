import VelodyDomain

/// Where everything lies in a directory with backups, as docs/STORAGE.md specifies.
struct BackupPlace: Sendable {
    /// The directory, without a trailing slash.
    let root: String

    /// The file that marks a directory as one with backups; also what is locked.
    var marker: String { root + "/VELODY-BACKUP" }
    var blobs: String { root + "/blobs" }
    var sets: String { root + "/sets" }

    /// The two kinds of blobs, as directories of the pool.
    static let kinds = ["audio", "artwork"]

    /// A complete set.
    func set(_ name: String) -> String { "\(sets)/\(name)" }

    /// A set that is being made; names that begin with a dot are no sets.
    func draft(_ name: String) -> String { "\(sets)/.\(name).partial" }

    /// A set that is being removed.
    func removed(_ name: String) -> String { "\(sets)/.\(name).removed" }

    func manifest(in directory: String) -> String { directory + "/manifest" }

    func database(in directory: String) -> String { directory + "/database.dump" }

    func path(of content: StoredContent) -> String { "\(blobs)/\(location(of: content))" }

    func location(of content: StoredContent) -> String {
        Layout(root: root).relativePath(of: content)
    }
}
