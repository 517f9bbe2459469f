import VelodyDomain

/// One test's storage, and what tests see of it beside the ports.
protocol TestStorage {
    var parts: any PartStore { get }
    var blobs: any BlobStore { get }
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
