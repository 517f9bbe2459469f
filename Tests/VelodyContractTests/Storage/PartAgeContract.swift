import Testing
import VelodyDomain

extension StorageContracts {
    /// ``PartStore/changedAt(_:)``.
    @Suite struct PartAgeContract {
        @Test(arguments: StorageAdapter.allCases)
        func `a part tells when it changed, and what is not there tells nothing`(
            _ adapter: StorageAdapter
        ) throws {
            let id = UploadID(random: [UInt8](repeating: 1, count: 16))
            let parts = try adapter.makeStorage().parts
            #expect(try parts.changedAt(id) == nil)
            try parts.create(id)
            #expect(try #require(try parts.changedAt(id)).microseconds > 0)
            try parts.remove(id)
            #expect(try parts.changedAt(id) == nil)
        }
    }
}
