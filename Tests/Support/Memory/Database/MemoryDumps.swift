import FoundationEssentials
import Synchronization
package import VelodyDomain

/// Dumps of ``MemoryDatabase``s: files that name what is kept of their records.
///
/// Thread safe; made once for the databases that dumps travel between.
package final class MemoryDumps: Sendable {
    /// Calls of the port, which may fail on demand.
    package let faults = Faults<DumpError>()
    private let kept = Mutex<[MemoryRecords]>([])

    package init() {}

    /// The dumps of one database.
    package func of(_ database: MemoryDatabase) -> any DatabaseDumps {
        MemoryDatabaseDumps(all: self, database: database)
    }

    fileprivate func keep(_ records: MemoryRecords) -> Int {
        kept.withLock { kept in
            kept.append(records)
            return kept.count - 1
        }
    }

    fileprivate func records(at path: String) throws(DumpError) -> MemoryRecords {
        let text = FileManager().contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        let words = (text ?? "").split(separator: " ")
        guard words.count == 2, words[0] == "dump", let index = Int(words[1]) else {
            throw DumpError(.failed, "no dump")
        }
        return kept.withLock { $0[index] }
    }
}

private struct MemoryDatabaseDumps: DatabaseDumps {
    let all: MemoryDumps
    let database: MemoryDatabase

    func write(_ snapshot: String, to path: String) throws(DumpError) {
        try all.faults.check("write(_:to:)")
        let index = all.keep(database.copy())
        guard FileManager().createFile(atPath: path, contents: Data("dump \(index)".utf8)) else {
            throw DumpError(.failed, "cannot write")
        }
    }

    func check(_ path: String) throws(DumpError) { _ = try all.records(at: path) }

    func restore(_ path: String, scratch: String, storage: StorageID) throws(DumpError) {
        try all.faults.check("restore(_:scratch:storage:)")
        guard database.isEmpty else { throw DumpError(.notEmpty, "not empty") }
        var records = try all.records(at: path)
        for (id, session) in records.uploads
        where [.receiving, .complete].contains(session.status) {
            records.uploads[id]?.status = .expired
        }
        records.storage = storage
        database.fill(records)
    }
}

/// Looks at a ``MemoryDatabase``.
package struct MemoryDatabaseSurvey: DatabaseSurvey {
    private let database: MemoryDatabase

    package init(_ database: MemoryDatabase) { self.database = database }

    package func contents() throws(StoreError) -> DatabaseContents {
        database.isEmpty ? .nothing : .library
    }
}
