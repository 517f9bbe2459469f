import Glibc
import Synchronization
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyTesting

extension StorageContracts {
    /// ``PartStore`` and ``LockedPart``, clause by clause.
    @Suite struct PartStoreContract {
        private let id = UploadID(random: [UInt8](repeating: 1, count: 16))

        private func code(_ body: () throws -> Void) -> StorageError.Code? {
            #expect(throws: StorageError.self, performing: body)?.code
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a new part is empty`(_ adapter: StorageAdapter) throws {
            let parts = try adapter.makeStorage().parts
            try parts.create(id)
            #expect(try parts.lock(id, patience: 0).length() == 0)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a part is never created over another`(_ adapter: StorageAdapter) throws {
            let storage = try adapter.makeStorage()
            try storage.parts.create(id)
            try storage.parts.lock(id, patience: 0).write([1].span, at: 0)
            #expect(code { try storage.parts.create(id) } == .unexpected)
            #expect(storage.part(id) == [1])
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a part is locked against everybody else until it is released`(
            _ adapter: StorageAdapter
        ) throws {
            let parts = try adapter.makeStorage().parts
            try parts.create(id)
            do {
                let held = try parts.lock(id, patience: 0)
                #expect(code { _ = try parts.lock(id, patience: 0.03) } == .locked)
                withExtendedLifetime(held) {}
            }
            _ = try parts.lock(id, patience: 0)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `who waits gets the lock when it is released`(_ adapter: StorageAdapter) async throws {
            let parts = try adapter.makeStorage().parts
            let id = id
            try parts.create(id)
            var held: (any LockedPart)? = try parts.lock(id, patience: 0)
            let waiter = Task.detached { _ = try parts.lock(id, patience: 30) }
            #expect(try held?.length() == 0)
            held = nil
            try await waiter.value
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a part that is not there is missing, and removing it is no error`(
            _ adapter: StorageAdapter
        ) throws {
            let parts = try adapter.makeStorage().parts
            #expect(code { _ = try parts.lock(id, patience: 0) } == .missing)
            try parts.create(id)
            for _ in 1...2 { try parts.remove(id) }
            #expect(code { _ = try parts.lock(id, patience: 0) } == .missing)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `who waits for a part that is removed hears that it is missing`(
            _ adapter: StorageAdapter
        ) async throws {
            let parts = try adapter.makeStorage().parts
            let id = id
            try parts.create(id)
            var held: (any LockedPart)? = try parts.lock(id, patience: 0)
            let waiter = Task.detached { () -> StorageError.Code? in
                do throws(StorageError) {
                    _ = try parts.lock(id, patience: 30)
                    return nil
                } catch {
                    return error.code
                }
            }
            try parts.remove(id)
            #expect(try held?.length() == 0)
            held = nil
            #expect(await waiter.value == .missing)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `bytes go to their offset, over others or after a gap`(_ adapter: StorageAdapter)
            throws
        {
            let storage = try adapter.makeStorage()
            try storage.parts.create(id)
            let part = try storage.parts.lock(id, patience: 0)
            try part.write([1, 2, 3].span, at: 0)
            try part.write([9].span, at: 1)
            try part.write([7, 7].span, at: 5)
            #expect(storage.part(id) == [1, 9, 3, 0, 0, 7, 7])
            #expect(try part.length() == 7)
            try part.synchronize()
        }

        @Test(arguments: StorageAdapter.allCases)
        func `truncating cuts the end off`(_ adapter: StorageAdapter) throws {
            let storage = try adapter.makeStorage()
            try storage.parts.create(id)
            let part = try storage.parts.lock(id, patience: 0)
            try part.write([1, 2, 3].span, at: 0)
            try part.truncate(to: 2)
            #expect(storage.part(id) == [1, 2])
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a digest is of the first bytes, and of no fewer`(_ adapter: StorageAdapter) throws {
            let parts = try adapter.makeStorage().parts
            try parts.create(id)
            let part = try parts.lock(id, patience: 0)
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try part.write(bytes.span, at: 0)
            let half = Array(bytes.prefix(1_500_001))
            #expect(try part.digest(length: 1_500_001) == OpenSSLCryptography().sha256(half))
            #expect(try part.digest(length: 0) == OpenSSLCryptography().sha256([]))
            #expect(code { _ = try part.digest(length: 3_000_001) } == .unexpected)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `a lent file is read from its beginning and cannot be written`(
            _ adapter: StorageAdapter
        ) throws {
            let parts = try adapter.makeStorage().parts
            try parts.create(id)
            let part = try parts.lock(id, patience: 0)
            try part.write([1, 2, 3].span, at: 0)
            for _ in 1...2 {
                try part.withReadOnlyFile { file in
                    #expect(file.length == 3)
                    var buffer = [UInt8](repeating: 0, count: 8)
                    #expect(unsafe read(file.descriptor, &buffer, 8) == 3)
                    #expect(buffer.prefix(3) == [1, 2, 3])
                    #expect(unsafe write(file.descriptor, &buffer, 1) == -1)
                }
            }
        }

        @Test(arguments: StorageAdapter.allCases)
        func `every part is listed, and no other`(_ adapter: StorageAdapter) throws {
            let parts = try adapter.makeStorage().parts
            let other = UploadID(random: [UInt8](repeating: 2, count: 16))
            #expect(try parts.list().isEmpty)
            try parts.create(id)
            try parts.create(other)
            #expect(Set(try parts.list()) == [id, other])
            try parts.remove(other)
            #expect(try parts.list() == [id])
        }

        @Test(arguments: StorageAdapter.allCases)
        func `the reserve is respected`(_ adapter: StorageAdapter) throws {
            let storage = try adapter.makeStorage()
            try storage.withRoom(1).parts.requireSpace(for: 1)
            #expect(
                code { try storage.withRoom(0).parts.requireSpace(for: 1) } == .insufficientSpace)
        }
    }
}
