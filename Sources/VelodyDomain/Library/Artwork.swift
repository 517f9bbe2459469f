/// A picture of the library, shared by all tracks that embed the same bytes.
package struct Artwork: Equatable, Sendable {
    package let id: ArtworkID
    package var content: StoredContent
    /// In pixels.
    package var width: Int
    /// In pixels.
    package var height: Int
    package var createdAt: Timestamp

    package init(
        id: ArtworkID, content: StoredContent, width: Int, height: Int, createdAt: Timestamp
    ) {
        self.id = id
        self.content = content
        self.width = width
        self.height = height
        self.createdAt = createdAt
    }
}
