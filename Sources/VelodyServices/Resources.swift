package import VelodyDomain

/// What all threads of the process share.
package struct Resources: Sendable {
    package let parts: any PartStore
    package let blobs: any BlobStore
    package let inspector: any MediaInspector
    package let clock: any Clock
    package let cryptography: any Cryptography
    package let hashing: any HashingHands
    /// The uploads that are being received in this process.
    package let running = RunningUploads()
    /// The digests of what was received in this process.
    package let prefixes = PrefixDigests()

    package init(
        parts: any PartStore, blobs: any BlobStore, inspector: any MediaInspector,
        clock: any Clock, cryptography: any Cryptography, hashing: any HashingHands
    ) {
        self.parts = parts
        self.blobs = blobs
        self.inspector = inspector
        self.clock = clock
        self.cryptography = cryptography
        self.hashing = hashing
    }
}
