import VelodyDomain

/// By what a library that remembers no storage would know its own.
struct StorageExpectation: Equatable, Sendable {
    /// How many songs are looked for.
    private static let sample = 16

    private let hasTracks: Bool
    /// Some that should be there.
    let songs: [StoredContent]

    /// Asks the database.
    init(of state: any LibraryStateStore) throws(StoreError) {
        hasTracks = try state.hasTracks()
        songs = try state.expectedSongs(limit: Self.sample)
    }

    /// Why the storage does not look like the library's; nil where it does.
    ///
    /// One song proves nothing: it may have come while the right disk was away.
    func doubt(of blobs: any BlobStore) throws(StorageError) -> StorageDoubt? {
        let isEmpty = try blobs.isEmpty()
        guard hasTracks else { return isEmpty ? nil : .unknownSongs }
        if songs.isEmpty { return nil }
        if isEmpty { return .empty }
        return try blobs.count(of: songs) * 2 > songs.count ? nil : .otherSongs
    }
}

extension BlobStore {
    /// How many of the contents are there.
    func count(of contents: [StoredContent]) throws(StorageError) -> Int {
        var count = 0
        for content in contents where try isPresent(content) { count += 1 }
        return count
    }
}
