import Glibc
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyTesting

extension StorageContracts {
    /// ``TemporaryBlob``, clause by clause.
    @Suite struct TemporaryBlobContract {
        private let picture = Array("picture".utf8)

        private var content: StoredContent {
            StoredContent(hash: OpenSSLCryptography().sha256(picture), type: .png, size: 7)
        }

        private func fill(_ blob: any TemporaryBlob) {
            blob.withWritableFile { file in
                let count = unsafe picture.withUnsafeBytes {
                    unsafe write(file.descriptor, $0.baseAddress, $0.count)
                }
                #expect(count == picture.count)
            }
        }

        @Test(arguments: StorageAdapter.allCases)
        func `what is written is measured`(_ adapter: StorageAdapter) throws {
            let storage = try adapter.makeStorage()
            let blob = try storage.blobs.makeTemporaryFile()
            #expect(try blob.measure().size == 0)
            fill(blob)
            let measured = try blob.measure()
            #expect(measured.size == 7)
            #expect(measured.hash == content.hash)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `it is gone unless it was published`(_ adapter: StorageAdapter) throws {
            let storage = try adapter.makeStorage()
            do { try fill(storage.blobs.makeTemporaryFile()) }
            #expect(storage.blob(content) == nil)
            do {
                let blob = try storage.blobs.makeTemporaryFile()
                fill(blob)
                try blob.publish(as: content)
            }
            #expect(storage.blob(content) == picture)
        }

        @Test(arguments: StorageAdapter.allCases)
        func `publishing spares a good blob and replaces a damaged one`(
            _ adapter: StorageAdapter
        ) throws {
            let storage = try adapter.makeStorage()
            let blob = try storage.blobs.makeTemporaryFile()
            fill(blob)
            for damage in [picture, [1, 2], nil] {
                try blob.publish(as: content)
                try storage.damage(content, damage)
                try blob.publish(as: content)
                #expect(storage.blob(content) == picture)
            }
        }
    }
}
