/// Part files: uploads that are not, or not yet, in the library.
///
/// Thread safe.
package protocol PartStore: Sendable {
    /// Creates the empty part of a new session, durable before it returns (directory synced).
    func create(_ id: UploadID) throws(StorageError)

    /// Opens the part and locks it against every other holder, in any process.
    ///
    /// The lock dies with the process. Waits at most `patience` seconds, then throws `locked`.
    /// Throws `missing` when there is no part, also when it was published or removed meanwhile.
    func lock(_ id: UploadID, patience: Double) throws(StorageError) -> any LockedPart

    /// Removes the part; one that is gone already is not an error.
    func remove(_ id: UploadID) throws(StorageError)

    /// The uploads that have a part, in no order; one may come or go meanwhile.
    func list() throws(StorageError) -> [UploadID]

    /// When anything about the part changed last, by the storage's own clock; nil where there is none.
    func changedAt(_ id: UploadID) throws(StorageError) -> Timestamp?

    /// Throws `insufficientSpace` unless `bytes` more would leave the configured reserve free.
    func requireSpace(for bytes: Int64) throws(StorageError)
}

/// A part file held under its lock.
///
/// Confined to one thread; unlocked when released.
package protocol LockedPart: AnyObject {
    /// The file's length in bytes.
    func length() throws(StorageError) -> Int64

    /// Writes all of `bytes` at an explicit offset. Not durable until ``synchronize()``.
    func write(_ bytes: Span<UInt8>, at offset: Int64) throws(StorageError)

    /// Makes all written bytes durable. A failure is final: the part must not be trusted further.
    func synchronize() throws(StorageError)

    /// Cuts the file to `length` bytes.
    func truncate(to length: Int64) throws(StorageError)

    /// The SHA-256 of the first `length` bytes, read in one streaming pass.
    func digest(length: Int64) throws(StorageError) -> ContentHash

    /// Lends a read-only descriptor, positioned at 0, for the duration of `body`.
    func withReadOnlyFile<R>(_ body: (OpenFile) -> R) throws(StorageError) -> R
}

/// A lent file descriptor; whoever lends it closes it.
package struct OpenFile: Sendable {
    package let descriptor: Int32
    /// In bytes.
    package let length: Int64

    package init(descriptor: Int32, length: Int64) {
        self.descriptor = descriptor
        self.length = length
    }
}
