import VelodyDomain

/// One test's storage, and what tests see of it beside the ports.
protocol TestStorage {
    var parts: any PartStore { get }
    var blobs: any BlobStore { get }
    var inventory: any BlobInventory { get }
    /// Puts a file anywhere below `library/`, or among the temporary ones.
    func put(_ bytes: [UInt8], at name: String, isTemporary: Bool) throws
    /// Takes a blob's rights away.
    func close(_ content: StoredContent) throws
    var quarantine: any QuarantineStore { get }
    /// How many bytes more may be stored.
    func withRoom(_ bytes: Int64) -> (parts: any PartStore, blobs: any BlobStore)
    /// A blob's bytes; nil where there is none.
    func blob(_ content: StoredContent) -> [UInt8]?
    /// A part's bytes; nil where there is none.
    func part(_ id: UploadID) -> [UInt8]?
    func quarantined(_ id: UploadID) -> (file: [UInt8], reason: [UInt8])?
    /// Puts other bytes where a blob is, or removes it.
    func damage(_ content: StoredContent, _ bytes: [UInt8]?) throws
}
