/// The room of the file system that the storage is on, in bytes.
package struct StorageSpace: Equatable, Sendable {
    /// Its whole size.
    package let total: Int64
    /// What is free for the server; what only root may use is not.
    package let available: Int64
    /// What stays free whatever is uploaded.
    package let reserve: Int64

    package init(total: Int64, available: Int64, reserve: Int64) {
        self.total = total
        self.available = available
        self.reserve = reserve
    }

    /// What uploads may take.
    package var usable: Int64 { max(0, available - reserve) }
}
