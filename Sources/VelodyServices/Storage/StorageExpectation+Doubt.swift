import VelodyDomain

extension StorageExpectation {
    /// Why the storage may not be used for this library; nil where it may.
    ///
    /// The one place that decides it: whoever uses the storage asks this, or ``StorageBond``, which does.
    func doubt(of blobs: any BlobStore) throws(StorageError) -> StorageDoubt? {
        if let storage {
            guard try blobs.identity() == storage else { return .foreign }
            if songs.isEmpty { return nil }
            return try blobs.isEmpty() ? .empty : nil
        }
        let isEmpty = try blobs.isEmpty()
        guard hasTracks else { return isEmpty ? nil : .unknownSongs }
        if songs.isEmpty { return nil }
        if isEmpty { return .empty }
        // One song proves nothing: it may have come while the right disk was away.
        return try blobs.count(of: songs) * 2 > songs.count ? nil : .otherSongs
    }
}

extension BlobStore {
    /// Whether it is the storage that the library has taken, with songs in it: then nothing more has to be
    /// asked of the database.
    func isBeyondDoubt(as storage: StorageID?) throws(StorageError) -> Bool {
        guard let storage, try identity() == storage else { return false }
        return try !isEmpty()
    }

    /// How many of the contents are there.
    func count(of contents: [StoredContent]) throws(StorageError) -> Int {
        var count = 0
        for content in contents where try isPresent(content) { count += 1 }
        return count
    }
}
