import FoundationEssentials

/// A directory of one test's own; removed when it goes.
final class TemporaryFolder {
    let path = "/tmp/velody-storage-\(UUID().uuidString)"

    init() throws {
        try FileManager().createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager().removeItem(atPath: path) }
}
