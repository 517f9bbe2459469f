package import VelodyDomain

/// What ties a library to its storage: the database remembers which one it took.
///
/// Confined to the thread that made it.
package struct StorageBond {
    /// What an adoption came to.
    package struct Adoption: Equatable, Sendable {
        package let storage: StorageID
        /// How many songs were looked for, and how many of them are there.
        package let sought: Int
        package internal(set) var found: Int
    }

    private let state: any LibraryStateStore
    private let blobs: any BlobStore

    /// Between the database and the storage that a program is set up with.
    package init(_ state: any LibraryStateStore, _ blobs: any BlobStore) {
        self.state = state
        self.blobs = blobs
    }

    /// Throws `unavailable` unless the storage is the library's, and has songs if it should.
    ///
    /// A library that has none takes it, once and for all: where most of the songs that it looks for
    /// are there, or where neither has ever had one.
    package func require() throws(ServiceError) { try require(taking: true) }

    /// The same, but takes nothing: for who may only read.
    package func confirm() throws(ServiceError) { try require(taking: false) }

    /// Throws `unavailable` unless the storage is the one that the library has taken, be it empty.
    func requireIdentity() throws(ServiceError) {
        let expectation = try expectation()
        let doubt = expectation.storage == nil ? .foreign : try doubt(expectation)
        if let doubt, doubt != .empty { throw Self.refusal(doubt) }
    }

    /// Why the storage may not be used; nil where it may.
    ///
    /// Takes nothing, and tells at once.
    package func doubt() throws(ServiceError) -> StorageDoubt? { try doubt(taking: false) }

    /// Whether the library never had a track, and so may be given a storage where there is none.
    package func isNew() throws(ServiceError) -> Bool { try !expectation().hasTracks }

    /// Has the library take this storage in place of any other: its owner says so.
    ///
    /// Throws `preconditionFailed` where the storage does not look like it, unless `isCertain`;
    /// `unavailable` where there is none.
    package func adopt(isCertain: Bool) throws(ServiceError) -> Adoption {
        // As if it had taken none: a storage is known by its songs then.
        let known = try expectation()
        let expectation = StorageExpectation(
            storage: nil, hasTracks: known.hasTracks, songs: known.songs)
        let found = try count(expectation.songs)
        if !isCertain, let doubt = try doubt(expectation) {
            throw ServiceError(
                .preconditionFailed,
                "\(doubt.sentence) (\(found) of \(expectation.songs.count) songs were found). Nothing is "
                    + "changed. Is the right disk mounted? If it is this one: velody-admin adopt --anyway"
            )
        }
        let id = try storage { () throws(StorageError) in try blobs.identify() }
        try store { () throws(StoreError) in try state.adopt(id) }
        return Adoption(storage: id, sought: expectation.songs.count, found: found)
    }

    private func require(taking: Bool) throws(ServiceError) {
        guard try doubt(taking: taking) != nil else { return }
        // Another worker may have taken it in between, or published the first song, file before record.
        guard let doubt = try doubt(taking: taking) else { return }
        throw Self.refusal(doubt)
    }

    private func doubt(taking: Bool) throws(ServiceError) -> StorageDoubt? {
        let own = try store { () throws(StoreError) in try state.storage() }
        if try storage({ () throws(StorageError) in try blobs.isBeyondDoubt(as: own) }) {
            return nil
        }
        let expectation = try expectation()
        if let doubt = try doubt(expectation) { return doubt }
        guard taking, expectation.storage == nil else { return nil }
        let id = try storage { () throws(StorageError) in try blobs.identify() }
        let taken = try store { () throws(StoreError) in try state.take(id) }
        return taken == id ? nil : .foreign
    }

    private static func refusal(_ doubt: StorageDoubt) -> ServiceError {
        ServiceError(.unavailable, doubt.sentence + ".", retryAfter: 30)
    }

    private func expectation() throws(ServiceError) -> StorageExpectation {
        try store { () throws(StoreError) in try state.expectation() }
    }

    private func doubt(_ expectation: StorageExpectation) throws(ServiceError) -> StorageDoubt? {
        try storage { () throws(StorageError) in try expectation.doubt(of: blobs) }
    }

    private func count(_ songs: [StoredContent]) throws(ServiceError) -> Int {
        try storage { () throws(StorageError) in try blobs.count(of: songs) }
    }
}
