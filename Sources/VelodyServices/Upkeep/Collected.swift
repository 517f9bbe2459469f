/// Something that collecting removed, would remove, or leaves to its owner.
package struct Collected: Equatable, Sendable {
    /// What it is.
    package enum Kind: String, Sendable, CaseIterable {
        /// What an upload whose time is over left.
        case expiredUpload = "expired-upload"
        /// A part that no session knows.
        case strayPart = "stray-part"
        /// The audio of a track that was deleted long ago.
        case deletedTrack = "deleted-track"
        /// Audio that is not its track's any more.
        case superseded
        /// A picture that no track shows.
        case unusedPicture = "unused-picture"
        /// A blob that no record refers to.
        case orphan
        /// A song that no record and no upload ever named, or a picture beside such: a newer database
        /// may know it. It is left alone.
        case unknown
        /// A refused file.
        case quarantined
        /// What a request that was broken off left.
        case temporary
    }

    package let kind: Kind
    /// A path below the storage root, or an upload's identifier.
    package let name: String
    /// In bytes; 0 where unknown.
    package let size: Int64

    package init(kind: Kind, name: String, size: Int64) {
        self.kind = kind
        self.name = name
        self.size = size
    }
}
