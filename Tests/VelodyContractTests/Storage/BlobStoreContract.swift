import Glibc
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyTesting

extension StorageContracts {
    /// ``BlobStore``, clause by clause.
    @Suite struct BlobStoreContract {
        private let id = UploadID(random: [UInt8](repeating: 1, count: 16))
        private let song = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }

        private func content(_ bytes: [UInt8], _ type: MediaType = .mp3) -> StoredContent {
            StoredContent(
                hash: OpenSSLCryptography().sha256(bytes), type: type, size: Int64(bytes.count))
        }

        private func part(_ bytes: [UInt8], in storage: any TestStorage) throws -> any LockedPart {
            try storage.parts.create(id)
            let part = try storage.parts.lock(id, patience: 0)
            try part.write(bytes.span, at: 0)
            return part
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a published part is in the library and keeps its own name`(
            _ adapter: StorageAdapter
        ) throws {
            let storage = try adapter.makeStorage()
            #expect(try !storage.blobs.isPresent(content(song)))
            try storage.blobs.publish(part(song, in: storage), as: content(song))
            #expect(try storage.blobs.isPresent(content(song)))
            #expect(storage.blob(content(song)) == song)
            #expect(storage.part(id) == song)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `publishing may be repeated, and outlives the part's name`(
            _ adapter: StorageAdapter
        ) throws {
            let storage = try adapter.makeStorage()
            let part = try part(song, in: storage)
            for _ in 1...2 { try storage.blobs.publish(part, as: content(song)) }
            try storage.parts.remove(id)
            #expect(storage.blob(content(song)) == song)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a good blob stays where a part would replace it`(_ adapter: StorageAdapter) throws {
            let storage = try adapter.makeStorage()
            let first = try part(song, in: storage)
            try storage.blobs.publish(first, as: content(song))
            // A part that is not what it says: what is published must not become it.
            try first.write([0xFF].span, at: 0)
            try storage.damage(content(song), song)
            try storage.blobs.publish(first, as: content(song))
            #expect(storage.blob(content(song)) == song)
        }

        @Test(
            arguments: StorageAdapter.allCases,
            [[1, 2], nil, [UInt8](repeating: 9, count: 300_000)])
        func `a damaged or missing blob is replaced`(
            _ adapter: StorageAdapter, damage: [UInt8]?
        ) throws {
            let storage = try adapter.makeStorage()
            let part = try part(song, in: storage)
            try storage.blobs.publish(part, as: content(song))
            try storage.damage(content(song), damage)
            try storage.blobs.publish(part, as: content(song))
            #expect(storage.blob(content(song)) == song)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a blob of another size is not present`(_ adapter: StorageAdapter) throws {
            let storage = try adapter.makeStorage()
            try storage.blobs.publish(part(song, in: storage), as: content(song))
            let longer = StoredContent(hash: content(song).hash, type: .mp3, size: 300_001)
            #expect(try !storage.blobs.isPresent(longer))
            try storage.damage(content(song), [1])
            #expect(try !storage.blobs.isPresent(content(song)))
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a blob is lent to be read, and one that is not whole is missing`(
            _ adapter: StorageAdapter
        ) throws {
            let storage = try adapter.makeStorage()
            try storage.blobs.publish(part(song, in: storage), as: content(song))
            let read = try storage.blobs.withReadOnlyFile(of: content(song)) { file in
                var bytes = [UInt8](repeating: 0, count: Int(file.length))
                let isWritable = unsafe write(file.descriptor, bytes, 1) >= 0
                let count = unsafe Glibc.read(file.descriptor, &bytes, bytes.count)
                return (bytes: Array(bytes.prefix(max(0, count))), isWritable)
            }
            #expect(read.bytes == song)
            #expect(!read.1)
            for damage in [[1], nil] as [[UInt8]?] {
                try storage.damage(content(song), damage)
                let error = #expect(throws: StorageError.self) {
                    try storage.blobs.withReadOnlyFile(of: content(song)) { _ in }
                }
                #expect(error?.code == .missing)
            }
        }

        @Test(
            arguments: StorageAdapter.allCases,
            [
                (MediaType.mp3, "audio", "mp3"), (.jpeg, "artwork", "jpg"),
                (.png, "artwork", "png"),
                (.gif, "artwork", "gif"), (.webp, "artwork", "webp"),
            ])
        func `a location is made of kind, hash and type alone`(
            _ adapter: StorageAdapter, type: (MediaType, kind: String, extension: String)
        ) throws {
            let blobs = try adapter.makeStorage().blobs
            let content = content([UInt8("a".utf8.first ?? 0)], type.0)
            let hex = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
            #expect(
                blobs.location(of: content) == "\(type.kind)/ca/97/\(hex).\(type.extension)")
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a refused part lies in quarantine with its reason, and nowhere else`(
            _ adapter: StorageAdapter
        ) throws {
            let storage = try adapter.makeStorage()
            let part = try part([4, 5], in: storage)
            try storage.blobs.quarantine(part, of: id, reason: Array("{}".utf8))
            let kept = try #require(storage.quarantined(id))
            #expect(kept.file == [4, 5])
            #expect(kept.reason == Array("{}".utf8))
            #expect(storage.part(id) == nil)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `the probe passes a storage that works and has room`(_ adapter: StorageAdapter) throws
        {
            let storage = try adapter.makeStorage()
            try storage.blobs.probe()
            let error = #expect(throws: StorageError.self) {
                try storage.withRoom(0).blobs.probe()
            }
            #expect(error?.code == .insufficientSpace)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a storage is empty until it has a song, and again when it has none`(
            _ adapter: StorageAdapter
        ) throws {
            let storage = try adapter.makeStorage()
            #expect(try storage.blobs.isEmpty())
            try storage.blobs.publish(part(song, in: storage), as: content(song))
            #expect(try !storage.blobs.isEmpty())
            // Its directories stay.
            try storage.damage(content(song), nil)
            #expect(try storage.blobs.isEmpty())
        }

        @Test(arguments: StorageAdapter.allCases)
        func `an identity is given once, whoever asks, and is no other storage's`(
            _ adapter: StorageAdapter
        ) throws {
            let (storage, other) = (try adapter.makeStorage(), try adapter.makeStorage())
            let given = try storage.blobs.identify()
            #expect(try storage.blobs.identity() == given)
            #expect(try storage.withRoom(0).blobs.identify() == given)
            #expect(try other.blobs.identify() != given)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `the space is that of the storage, and what uploads may take leaves the reserve`(
            _ adapter: StorageAdapter
        ) throws {
            let storage = try adapter.makeStorage()
            let space = try storage.blobs.space()
            #expect(space.total >= space.available && space.available > 0)
            #expect(space.usable == space.available - space.reserve)
            #expect(try storage.withRoom(0).blobs.space().usable == 0)
        }
    }
}
