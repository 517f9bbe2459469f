import Testing
import VelodyCrypto
import VelodyDomain

extension StorageContracts {
    /// ``BlobInventory``, clause by clause.
    @Suite struct BlobInventoryContract {
        private let id = UploadID(random: [UInt8](repeating: 1, count: 16))
        private let song: [UInt8] = [1, 2, 3]

        private func content(_ bytes: [UInt8]) -> StoredContent {
            StoredContent(
                hash: OpenSSLCryptography().sha256(bytes), type: .mp3, size: Int64(bytes.count))
        }

        private func bucket(_ bytes: [UInt8]) -> UInt8 { content(bytes).hash.bytes[0] }

        /// A storage with one song in it.
        private func arrange(_ adapter: StorageAdapter) throws -> any TestStorage {
            let storage = try adapter.makeStorage()
            try storage.parts.create(id)
            let part = try storage.parts.lock(id, patience: 0)
            try part.write(song.span, at: 0)
            try storage.blobs.publish(part, as: content(song))
            return storage
        }

        private func only(_ storage: any TestStorage) throws -> StoredFile {
            try #require(try storage.inventory.files(in: bucket(song)).first)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a blob is in its own bucket alone, as what it is`(_ adapter: StorageAdapter) throws {
            let storage = try arrange(adapter)
            for bucket in UInt8.min...UInt8.max where bucket != self.bucket(song) {
                #expect(try storage.inventory.files(in: bucket) == [])
            }
            let file = try only(storage)
            #expect(file.path == "library/" + storage.blobs.location(of: content(song)))
            #expect(file.content == content(song))
            #expect(file.size == 3)
            #expect(file.hasRightAccess)
            #expect(!file.isDirectory)
            #expect(try storage.inventory.file(of: content(song)) == file)
            #expect(try storage.inventory.strays() == [])
        }

        @Test(arguments: StorageAdapter.allCases)
        func `what is at no blob's place has no content`(_ adapter: StorageAdapter) throws {
            let storage = try arrange(adapter)
            let name = storage.blobs.location(of: content(song))
            let within = String(name.dropLast(4)) + ".txt"
            try storage.put([9], at: within, isTemporary: false)
            try storage.put([9], at: "audio/notes.txt", isTemporary: false)
            try storage.put([9], at: "cover.jpg", isTemporary: false)
            let files = try storage.inventory.files(in: bucket(song)).filter { !$0.isDirectory }
            #expect(files.map(\.path) == ["library/" + name, "library/" + within])
            #expect(files.map { $0.content != nil } == [true, false])
            let strays = try storage.inventory.strays()
            #expect(strays.map(\.path) == ["library/audio/notes.txt", "library/cover.jpg"])
            #expect(strays.allSatisfy { $0.content == nil && $0.size == 1 })
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a digest is of the bytes that are there, told step by step`(
            _ adapter: StorageAdapter
        ) throws {
            let storage = try arrange(adapter)
            var read = 0
            #expect(
                try storage.inventory.digest(only(storage)) { read += $0 } == content(song).hash)
            #expect(read == 3)
            try storage.damage(content(song), [1, 2, 4])
            let file = try only(storage)
            #expect(try storage.inventory.digest(file) { _ in } == content([1, 2, 4]).hash)
            try storage.damage(content(song), nil)
            #expect(try storage.inventory.file(of: content(song)) == nil)
            #expect(throws: StorageError.self) { try storage.inventory.digest(file) { _ in } }
        }

        @Test(arguments: StorageAdapter.allCases)
        func `access that was taken away is seen and restored`(_ adapter: StorageAdapter) throws {
            let storage = try arrange(adapter)
            try storage.close(content(song))
            #expect(try !only(storage).hasRightAccess)
            try storage.inventory.restoreAccess(of: only(storage))
            #expect(try only(storage).hasRightAccess)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a file that is adopted has its content's name alone`(
            _ adapter: StorageAdapter
        ) throws {
            let storage = try arrange(adapter)
            try storage.damage(content(song), [7])
            try storage.put(song, at: "found.mp3", isTemporary: false)
            let stray = try #require(try storage.inventory.strays().first)
            try storage.inventory.adopt(stray, as: content(song))
            #expect(storage.blob(content(song)) == song)
            #expect(try only(storage).hasRightAccess)
            #expect(try storage.inventory.strays() == [])
        }

        @Test(arguments: StorageAdapter.allCases)
        func `what is removed is gone, twice is as well`(_ adapter: StorageAdapter) throws {
            let storage = try arrange(adapter)
            let file = try only(storage)
            for _ in 1...2 { try storage.inventory.remove(file) }
            #expect(storage.blob(content(song)) == nil)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `temporary files are told and removed`(_ adapter: StorageAdapter) throws {
            let storage = try arrange(adapter)
            #expect(try storage.inventory.temporaryFiles() == [])
            try storage.put([1, 2], at: "x.tmp", isTemporary: true)
            let file = try #require(try storage.inventory.temporaryFiles().first)
            #expect(file.path == "temp/x.tmp")
            #expect(file.size == 2)
            try storage.inventory.remove(file)
            #expect(try storage.inventory.temporaryFiles() == [])
        }
    }
}
