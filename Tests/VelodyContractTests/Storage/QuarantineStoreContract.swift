import Testing
import VelodyDomain

extension StorageContracts {
    /// ``QuarantineStore``, clause by clause.
    @Suite struct QuarantineStoreContract {
        private let id = UploadID(random: [UInt8](repeating: 1, count: 16))
        private let reason = Array(#"{"code":"x"}"#.utf8)

        private func refused(_ adapter: StorageAdapter) throws -> any TestStorage {
            let storage = try adapter.makeStorage()
            try storage.parts.create(id)
            let part = try storage.parts.lock(id, patience: 0)
            try part.write([1, 2, 3].span, at: 0)
            try storage.blobs.quarantine(part, of: id, reason: reason)
            return storage
        }

        @Test(arguments: StorageAdapter.allCases)
        func `what was refused is listed and found, with its reason`(
            _ adapter: StorageAdapter
        ) throws {
            let empty = try adapter.makeStorage()
            #expect(try empty.quarantine.list() == [])
            #expect(try empty.quarantine.find(id) == nil)
            let storage = try refused(adapter)
            #expect(try storage.quarantine.list() == [id])
            let file = try #require(try storage.quarantine.find(id))
            #expect(file.size == 3)
            #expect(file.reason == reason)
            #expect(file.since.microseconds > 0)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a file put back is a part again, and stays; twice is as well`(
            _ adapter: StorageAdapter
        ) throws {
            let storage = try refused(adapter)
            for _ in 1...2 { try storage.quarantine.putBack(id) }
            #expect(try storage.parts.lock(id, patience: 0).length() == 3)
            #expect(storage.part(id) == [1, 2, 3])
            #expect(try storage.quarantine.find(id)?.size == 3)
            try storage.parts.remove(id)
            #expect(storage.quarantined(id)?.file == [1, 2, 3])
        }

        @Test(arguments: StorageAdapter.allCases)
        func `what is not there cannot be put back, nor over another part`(
            _ adapter: StorageAdapter
        ) throws {
            let storage = try adapter.makeStorage()
            let missing = #expect(throws: StorageError.self) { try storage.quarantine.putBack(id) }
            #expect(missing?.code == .missing)
            let other = try refused(adapter)
            try other.parts.create(id)
            #expect(throws: StorageError.self) { try other.quarantine.putBack(id) }
            #expect(other.part(id) == [])
        }

        @Test(arguments: StorageAdapter.allCases)
        func `what is removed is gone; twice is as well`(_ adapter: StorageAdapter) throws {
            let storage = try refused(adapter)
            for _ in 1...2 { try storage.quarantine.remove(id) }
            #expect(try storage.quarantine.list() == [])
            #expect(try storage.quarantine.find(id) == nil)
        }
    }
}
