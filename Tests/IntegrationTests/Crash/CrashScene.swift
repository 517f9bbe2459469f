import FoundationEssentials
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// An instance that is crashed again and again, and what the next crash is done to.
///
/// Confined to one thread.
final class CrashScene {
    /// One thread a lane, so that what a thread does is foreseen; and nothing is kept for long.
    static let environment = [
        "API_THREADS": "1", "UPLOAD_THREADS": "2", "INGEST_THREADS": "1", "ORPHAN_GRACE": "0",
        "DELETED_RETENTION": "0",
    ]

    let instance: RunningInstance
    let device: TestDevice
    private var seed: UInt64
    /// The directories of songs that were drawn, which are not there before these are uploaded.
    private var drawn: Set<String> = []
    /// Whether each song's directories are its own, and each thread's session too, so that the steps
    /// of an operation are always the same.
    let isRegular: Bool

    init(_ instance: RunningInstance, seed: UInt64, isRegular: Bool) throws {
        self.instance = instance
        self.seed = seed
        self.isRegular = isRegular
        device = try TestDevice(on: instance)
        // When it was seen is written now and then: not in what is rehearsed. And of a library that
        // knows no song at all, nothing is collected.
        _ = try device.upload(SongFixture(title: "Stays", seed: seed).bytes)
    }

    var root: String { instance.storageRoot }
    /// Where the library is backed up to.
    var backups: String { instance.home + "/backups" }

    /// A file that the library has not seen.
    func bytes(for operation: CrashOperation) throws -> [UInt8] {
        for _ in 0..<100_000 {
            seed += 1
            let bytes = make(operation)
            guard isRegular else { return bytes }
            let bucket = String(OpenSSLCryptography().sha256(bytes).hex.prefix(2))
            if !FileManager().fileExists(atPath: "\(root)/library/audio/\(bucket)"),
                drawn.insert(bucket).inserted
            {
                return bytes
            }
        }
        throw CrashClient.Broken(what: "each of the library's 256 directories is there")
    }

    private func make(_ operation: CrashOperation) -> [UInt8] {
        switch operation {
        case .reject: Array("<!DOCTYPE html><html>\(seed)</html>".utf8)
        case .purge: Array("<!DOCTYPE html><html>to purge \(seed)</html>".utf8)
        case .release: SongFixture(seed: seed, frameCount: 2).bytes
        case .finalize: SongFixture(title: "Song \(seed)", cover: cover(), seed: seed).bytes
        default: SongFixture(title: "Song \(seed)", seed: seed).bytes
        }
    }

    /// A picture whose directories are its own, too.
    private func cover() -> [UInt8] {
        for filler in (Int(seed % 100_000) * 64)... {
            let picture = PictureFixture.jpeg(
                width: 300 + filler % 700, height: 300 + filler / 700 % 700, filler: filler % 97)
            let hash = OpenSSLCryptography().sha256(picture).hex
            let bucket = "\(root)/library/artwork/\(hash.prefix(2))"
            if !isRegular || !FileManager().fileExists(atPath: bucket) { return picture }
        }
        return []
    }

    /// Where a song lies below the storage.
    func place(_ hash: String) -> String {
        "library/audio/\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash).mp3"
    }

    /// Damages a song of the library.
    func damage(_ hash: String) throws {
        _ = try Command("truncate", ["-s", "-1", "\(root)/\(place(hash))"]).output()
    }

    /// Gives up the uploads that earlier crashes left open, and removes all parts: collecting asks
    /// about each that is old enough, and its steps would not be those of the rehearsal.
    func removeUploads() throws {
        guard isRegular else { return }
        _ = try instance.sql(
            "DELETE FROM upload_sessions WHERE status IN ('receiving', 'complete')")
        let folder = root + "/incoming"
        for name in try FileManager().contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".part") {
            try FileManager().removeItem(atPath: "\(folder)/\(name)")
        }
    }

    /// Lets the time of an upload be over.
    func expire(_ client: CrashClient) throws {
        _ = try instance.sql(
            """
            UPDATE upload_sessions SET created_at = now() - interval '9 days',
              expires_at = now() - interval '1 day' WHERE id = '\(client.upload ?? "")'
            """)
    }

    /// The track that holds a content.
    func track(_ hash: String) throws -> String {
        let sql = #"SELECT track_id FROM audio_assets WHERE hash = '\x\#(hash)'"#
        return String(try instance.sql(sql).split(separator: "\n").first ?? "")
    }

    /// Runs `velody-admin`.
    func admin(_ words: [String]) throws -> Command.Output {
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        return try Command(
            instance.home + "/bin/admin", words, descriptors: [2: nothing.number]
        ).output()
    }

    /// The server's process, once it serves.
    func server(otherThan old: Int32? = nil) throws -> Int32 {
        let found = try instance.eventually { () -> Int32? in
            guard let pid = instance.pids()["velody-server"], pid != old,
                !threads("ingest", of: pid).isEmpty
            else { return nil }
            return pid
        }
        guard let found else { throw CrashClient.Broken(what: "the server does not come back") }
        return found
    }

    /// The numbers of a process's threads of this name.
    func threads(_ name: String, of pid: Int32) -> [Int32] {
        let tasks = "/proc/\(pid)/task"
        let numbers = (try? FileManager().contentsOfDirectory(atPath: tasks)) ?? []
        return numbers.filter { number in
            let comm = FileManager().contents(atPath: "\(tasks)/\(number)/comm") ?? Data()
            return String(decoding: comm, as: UTF8.self) == name + "\n"
        }.compactMap { Int32($0) }
    }

    /// Ends the server's sessions, so that each thread prepares its statements anew.
    func forgetSessions() throws {
        if isRegular { try instance.endSessions() }
    }
}
