import Synchronization
package import VelodyDomain

/// Parts and blobs in memory, with names that are links to files, and a power that can be cut.
///
/// Thread safe.
package final class MemoryStorage: Sendable {
    /// A file, and what of it no power cut takes.
    struct File {
        var bytes: [UInt8] = []
        var durable: [UInt8] = []
    }

    /// All there is: files by number, and the names that lead to them.
    struct Contents {
        var files: [Int: File] = [:]
        var identity: StorageID?
        var parts: [UploadID: Int] = [:]
        var partChanged: [UploadID: Timestamp] = [:]
        var blobs: [String: Int] = [:]
        var quarantine: [UploadID: (file: Int, reason: [UInt8], since: Timestamp)] = [:]
        /// What broken-off requests left, by name.
        var temporary: [String: Int] = [:]
        /// The names that the web server cannot read.
        var closed: Set<String> = []
        /// When names in the library, or of temporary files, changed last.
        var changed: [String: Timestamp] = [:]
        var locked: Set<Int> = []
        var room: Int64 = .max
        var created = 0

        /// Adds a file and returns its number.
        mutating func add(_ file: File) -> Int {
            created += 1
            files[created] = file
            return created
        }
    }

    /// Calls of both stores and of what they give out.
    package let faults = Faults<StorageError>()
    let contents = Mutex(Contents())

    /// Tells when files came.
    let clock: any Clock

    package init(clock: any Clock = ManualClock()) { self.clock = clock }

    package var quarantine: any QuarantineStore { MemoryQuarantine(storage: self) }
    package var inventory: any BlobInventory { MemoryBlobInventory(storage: self) }
    package var parts: any PartStore { MemoryPartStore(storage: self) }
    package var blobs: any BlobStore { MemoryBlobStore(storage: self) }

    /// How many bytes fit beside the reserve.
    package func setRoom(_ bytes: Int64) { contents.withLock { $0.room = bytes } }

    /// Takes every byte that was not made durable, and every lock.
    package func cutPower() {
        contents.withLock { contents in
            contents.files = contents.files.mapValues { file in
                File(bytes: file.durable, durable: file.durable)
            }
            contents.locked = []
        }
    }

    /// Takes the identity away, as it was with storages of old.
    package func forgetIdentity() { contents.withLock { $0.identity = nil } }

    /// A part's bytes; nil where there is none.
    package func part(_ id: UploadID) -> [UInt8]? {
        contents.withLock { contents in contents.parts[id].flatMap { contents.files[$0]?.bytes } }
    }

    /// Puts other bytes into a part, durably, or removes it.
    package func damage(_ id: UploadID, _ bytes: [UInt8]?) {
        contents.withLock { contents in
            contents.parts[id] = bytes.map { contents.add(File(bytes: $0, durable: $0)) }
        }
    }

    /// How many parts there are.
    package var partCount: Int { contents.withLock { $0.parts.count } }

    /// A blob's bytes; nil where there is none.
    package func blob(_ content: StoredContent) -> [UInt8]? {
        let name = MemoryBlobStore.location(of: content)
        return contents.withLock { contents in
            contents.blobs[name].flatMap { contents.files[$0]?.bytes }
        }
    }

    /// Puts other bytes where a blob is, or removes it.
    package func damage(_ content: StoredContent, _ bytes: [UInt8]?) {
        let name = MemoryBlobStore.location(of: content)
        contents.withLock { contents in
            contents.blobs[name] = bytes.map {
                contents.add(File(bytes: $0, durable: $0))
            }
        }
    }

    /// Puts a file anywhere below `library/`, or (`isTemporary`) among the temporary ones.
    package func put(_ bytes: [UInt8], at name: String, isTemporary: Bool = false) {
        contents.withLock { contents in
            let file = contents.add(File(bytes: bytes, durable: bytes))
            contents.changed[name] = clock.now()
            if isTemporary { contents.temporary[name] = file } else { contents.blobs[name] = file }
        }
    }

    /// Takes a blob's rights away.
    package func close(_ content: StoredContent) {
        contents.withLock { _ = $0.closed.insert(MemoryBlobStore.location(of: content)) }
    }

    /// The names of all blobs and what else lies in the library.
    package var blobNames: [String] { contents.withLock { $0.blobs.keys.sorted() } }

    /// A refused file and its reason; nil where there is none.
    package func quarantined(_ id: UploadID) -> (file: [UInt8], reason: [UInt8])? {
        contents.withLock { contents in
            contents.quarantine[id].map { (contents.files[$0.file]?.bytes ?? [], $0.reason) }
        }
    }
}
