/// Refused files, kept aside with the reason; ``BlobStore/quarantine(_:of:reason:)`` brings them.
///
/// Thread safe.
package protocol QuarantineStore: Sendable {
    /// The uploads that have something here, in no order; one may come or go meanwhile.
    func list() throws(StorageError) -> [UploadID]

    /// What is kept of an upload; nil where there is nothing.
    func find(_ id: UploadID) throws(StorageError) -> QuarantinedFile?

    /// Makes the file the upload's part again, durably; it stays here too.
    ///
    /// One that is already is left as it is. Throws `missing` where there is no file.
    func putBack(_ id: UploadID) throws(StorageError)

    /// Removes file and reason, durably; what is gone already is not an error.
    func remove(_ id: UploadID) throws(StorageError)
}

/// A refused file.
package struct QuarantinedFile: Equatable, Sendable {
    package let id: UploadID
    /// In bytes; nil where a crash left the reason alone.
    package let size: Int64?
    /// Since when, by the storage's own clock.
    package let since: Timestamp
    /// The reason, as it was given; empty where a crash left none.
    package let reason: [UInt8]

    package init(id: UploadID, size: Int64?, since: Timestamp, reason: [UInt8]) {
        self.id = id
        self.size = size
        self.since = since
        self.reason = reason
    }
}
