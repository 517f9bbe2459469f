import FoundationEssentials
import Synchronization
import Testing
import VelodyRuntime
import VelodyTesting

/// A library that is read, edited and added to, all at once.
@Suite(.instance) struct MixedUseTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    /// PD1.
    @Test
    func `sixteen readers and four writers beside uploads fail none, nor does a bad file others`()
        throws
    {
        let tracks = try (0..<4).map {
            try device.track(SongFixture(title: "Edited \($0)", seed: 9_800 + $0).bytes)
        }
        let pages = (0..<320).map { "/api/v1/tracks?limit=2&sort=title&x=\($0)" }
        let edits = (0..<80).map { "/api/v1/tracks/\(tracks[$0 % 4])" }
        let statuses = Mutex<[String]>([])
        let (instance, token) = (instance, device.token)
        func begin(_ paths: [String], at once: Int, edits: Bool) -> WorkerThread {
            WorkerThread.start {
                let found = try? Self.ask(instance, token, paths, at: once, edits: edits)
                statuses.withLock { $0 += found ?? [] }
            }
        }
        var readers: WorkerThread? = begin(pages, at: 16, edits: false)
        var writers: WorkerThread? = begin(edits, at: 4, edits: true)
        for seed in 0..<12 {
            let song = SongFixture(title: "Added \(seed)", seed: 9_820 + UInt64(seed)).bytes
            #expect(try device.upload(song).status == 201)
            let bad = Array("<html>\(seed)</html>".utf8)
            #expect(try device.upload(bad).status == 415)
        }
        readers.take()?.join()
        writers.take()?.join()
        #expect(statuses.withLock { $0.count } == pages.count + edits.count)
        #expect(statuses.withLock { Set($0) } == ["200"])
        #expect(try instance.sql("SELECT count(*) FROM tracks") == "16\n")
        #expect(try instance.admin("verify").status == .exited(0))
    }

    /// Asks for all of these, so many at a time, and returns the statuses.
    private static func ask(
        _ instance: RunningInstance, _ token: String, _ paths: [String], at once: Int, edits: Bool
    ) throws -> [String] {
        var words = [
            "--http1.1", "--silent", "--parallel", "--parallel-immediate", "--parallel-max",
            String(once), "--cacert", instance.certificate, "--noproxy", "*", "--header",
            "Authorization: Bearer \(token)", "--write-out", "%{http_code}\n",
        ]
        if edits {
            words += [
                "--request", "PATCH", "--header", "Content-Type: application/merge-patch+json",
                "--header",
                "If-Match: *", "--data", #"{"year":1999}"#,
            ]
        }
        words += paths.flatMap { ["--output", "/dev/null", instance.url + $0] }
        return try Command("curl", words).output().text.split(separator: "\n").map(String.init)
    }
}
