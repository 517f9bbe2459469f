import VelodyDomain

/// Where everything lies below the storage root, as docs/STORAGE.md specifies.
struct Layout: Sendable {
    /// What may lie in a storage root, or where one is to be.
    static let names: Set = [
        "VELODY", "VELODY.new", "lost+found", "incoming", "quarantine", "temp", "library",
    ]

    /// The storage root, without a trailing slash.
    let root: String

    /// The file that marks a directory as a storage root.
    var marker: String { root + "/VELODY" }
    /// What becomes the marker in one step.
    var freshMarker: String { root + "/VELODY.new" }
    var incoming: String { root + "/incoming" }
    var quarantine: String { root + "/quarantine" }
    var temporary: String { root + "/temp" }
    var library: String { root + "/library" }
    /// The two kinds of blobs.
    var kinds: [String] { [library + "/audio", library + "/artwork"] }

    func part(_ id: UploadID) -> String { "\(incoming)/\(id).part" }

    func quarantined(_ id: UploadID) -> String { "\(quarantine)/\(id)" }

    /// A blob's path below `library/`: `audio/ab/cd/<hash>.mp3`.
    func relativePath(of content: StoredContent) -> String {
        let hex = content.hash.hex
        let kind = content.type.isAudio ? "audio" : "artwork"
        return "\(kind)/\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))/\(hex)."
            + content.type.fileExtension
    }

    func path(of content: StoredContent) -> String { "\(library)/\(relativePath(of: content))" }
}
