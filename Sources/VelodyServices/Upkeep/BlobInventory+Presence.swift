import VelodyDomain

extension BlobInventory {
    /// Throws `unavailable` unless the library has at least one file.
    ///
    /// A disk that is not mounted must not look like a library that was lost.
    func requireFiles() throws(ServiceError) {
        for bucket in UInt8.min...UInt8.max {
            let files = try storage { () throws(StorageError) in try self.files(in: bucket) }
            if files.contains(where: { $0.content != nil }) { return }
        }
        throw ServiceError(
            .unavailable, "The storage is empty although the library is not.", retryAfter: 30)
    }
}
