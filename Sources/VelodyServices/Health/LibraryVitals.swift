import Synchronization
package import VelodyDomain

/// What database and storage last said of themselves, for whoever cannot ask them now.
///
/// Thread safe.
package final class LibraryVitals: Sendable {
    /// What a health check reads.
    package struct Reading: Sendable {
        /// The newest migration that was applied.
        package let schemaVersion: Int
        /// How many files were found missing or damaged; nil where the schema is too old to say.
        package let damagedBlobs: Int?
        /// The storage that the library has taken; nil where there is none, or the schema is too old.
        let storage: StorageID?
        /// Whether it was asked what the library expects of its storage: only while that is in doubt.
        let isAsked: Bool
        /// What that is; nil where it was not asked, or the schema is too old.
        let expectation: StorageExpectation?
    }

    /// What a survey of the database found.
    package struct Library: Sendable, Equatable {
        package let state: LibraryState
        /// Grown in ``Capacity/window``.
        package let size: LibrarySize
        package let damagedBlobs: Int
        package let openUploads: Int
        /// The storage that the library has taken; nil where there is none, or the schema is too old.
        package let storage: StorageID?
    }

    /// How one kind of survey goes.
    package struct Survey<Found: Sendable>: Sendable {
        /// What was found last; nil before a first success.
        package fileprivate(set) var found: Found?
        /// When that was.
        package fileprivate(set) var foundAt: Timestamp?
        /// Whether the last survey found something.
        package fileprivate(set) var isPassing = false
    }

    private struct State {
        var reading: Reading?
        var isStorageDoubted = true
        var library = Survey<Library>()
        var space = Survey<StorageSpace>()
    }

    private let state = Mutex(State())

    package init() {}

    /// The last reading; nil before the database answered for the first time.
    package var reading: Reading? { state.withLock { $0.reading } }

    /// The surveys of the database.
    package var library: Survey<Library> { state.withLock { $0.library } }

    /// The surveys of the storage.
    package var space: Survey<StorageSpace> { state.withLock { $0.space } }

    /// How long the room lasts; nil before both surveys found something.
    package var capacity: Capacity? {
        let (library, space) = state.withLock { ($0.library.found, $0.space.found) }
        guard let library, let space else { return nil }
        return Capacity(space: space, grownBytes: library.size.grownBytes)
    }

    /// Whether the storage has to be told by what the library expects of it, when it was last looked at.
    var isStorageDoubted: Bool { state.withLock { $0.isStorageDoubted } }

    func noteStorage(isDoubted: Bool) { state.withLock { $0.isStorageDoubted = isDoubted } }

    func note(_ reading: Reading) { state.withLock { $0.reading = reading } }

    /// Notes what a survey found; nil where it failed.
    func note(_ library: Library?, at now: Timestamp) {
        state.withLock { $0.library.note(library, at: now) }
    }

    /// Notes what a survey found; nil where it failed.
    func note(_ space: StorageSpace?, at now: Timestamp) {
        state.withLock { $0.space.note(space, at: now) }
    }
}

extension LibraryVitals.Survey {
    fileprivate mutating func note(_ found: Found?, at now: Timestamp) {
        isPassing = found != nil
        guard let found else { return }
        self.found = found
        foundAt = now
    }
}
