package import VelodyDomain

/// Something that a backup, its check, or a restore has to tell beside its progress.
package struct BackupEvent: Equatable, Sendable {
    /// What happened.
    package enum Kind: Hashable, Sendable {
        /// A blob is not what it should be.
        case damaged(Damage)
        /// A blob was not there when the set was made.
        case absent
        /// The manifest is damaged or gone.
        case badManifest
        /// The dump is damaged or gone.
        case badDatabase
        /// An older set was removed.
        case removed
    }

    package let kind: Kind
    /// The set that it is about; nil for blobs, which sets share.
    package let set: String?
    /// The blob's place in the pool, and its content; nil for what is no blob.
    package let path: String?
    package let content: ContentHash?

    /// Says something of a set.
    package init(_ kind: Kind, set: String) {
        self.kind = kind
        self.set = set
        path = nil
        content = nil
    }

    init(_ kind: Kind, _ entry: BackupManifest.Entry) {
        self.kind = kind
        set = nil
        path = entry.location
        content = entry.content.hash
    }
}

/// How far a backup, its check, or a restore is.
package struct BackupProgress: Equatable, Sendable {
    package internal(set) var done = 0
    package internal(set) var total = 0
    /// How much was read, in bytes.
    package internal(set) var bytes: Int64 = 0
}
