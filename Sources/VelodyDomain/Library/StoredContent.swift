/// Names one blob: what it is, under which hash it lies, and how long it is.
package struct StoredContent: Equatable, Sendable {
    package let hash: ContentHash
    package let type: MediaType
    /// In bytes.
    package let size: Int64

    package init(hash: ContentHash, type: MediaType, size: Int64) {
        self.hash = hash
        self.type = type
        self.size = size
    }
}
