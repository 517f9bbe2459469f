import FoundationEssentials
import Testing
import VelodyDomain
import VelodyRuntime

/// One JSON object a line.
@Suite struct LoggerTests {
    private struct StoppedClock: Clock {
        func now() -> Timestamp { Timestamp(microseconds: 0) }
    }

    /// What a logger at `level` writes, line by line.
    private func lines(
        _ level: LogLevel = .info, _ body: (Logger) -> Void
    ) throws -> [[String: String]] {
        let pipe = try OwnedDescriptor.pipe()
        body(Logger(level: level, clock: StoppedClock(), descriptor: pipe.writer.number))
        let bytes = pipe.keepReader().readToEnd()
        return try bytes.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode([String: String].self, from: Data($0))
        }
    }

    @Test(arguments: ["plain", "\"\\", "a\nb\r\t\0\u{7F}", "Größe 🎵", "\u{2028}"])
    func `every text survives being a JSON string`(text: String) throws {
        let lines = try lines { $0.log(.info, "message", ["text": .string(text)]) }
        #expect(
            lines == [
                [
                    "time": "1970-01-01T00:00:00.000Z", "level": "info", "message": "message",
                    "text": text,
                ]
            ])
    }

    @Test func `what is below the level is not written`() throws {
        let lines = try lines(.warning) { logger in
            logger.log(.debug, "a")
            logger.log(.info, "b")
            logger.log(.warning, "c")
            logger.log(.error, "d")
        }
        #expect(lines.map { $0["message"] } == ["c", "d"])
    }

    @Test func `a long text is cut between characters`() throws {
        let lines = try lines {
            $0.log(.info, "m", ["text": .string(String(repeating: "é", count: 5_000))])
        }
        #expect(lines.first?["text"] == String(repeating: "é", count: 512))
    }

    private struct Line: Decodable {
        let c: String?
        let d: String?
        let e: Int?
    }

    @Test func `a text is as long as it is written, and no line longer than a pipe takes`() throws {
        let tabs = String(repeating: "\t", count: 1_024)
        let pipe = try OwnedDescriptor.pipe()
        let logger = Logger(
            level: .info, clock: StoppedClock(), descriptor: pipe.writer.number)
        logger.log(
            .info, "m",
            [
                "a": .string(tabs), "b": .string(tabs), "c": .string(tabs), "d": .string(tabs),
                "e": .integer(7),
            ])
        let bytes = pipe.keepReader().readToEnd()
        #expect(bytes.count <= 4_096)
        let line = try JSONDecoder().decode(Line.self, from: Data(bytes))
        #expect(line.c == String(repeating: "\t", count: 170))
        #expect(line.d == nil && line.e == 7)
    }

    @Test func `lines of many threads never mix`() throws {
        let lines = try lines { logger in
            let threads = (0..<8).map { number in
                Joinable(
                    WorkerThread.start {
                        for _ in 0..<20 {
                            let text = String(repeating: String(number), count: 200)
                            logger.log(.info, "m", ["text": .string(text)])
                        }
                    })
            }
            for thread in threads { thread.join() }
        }
        #expect(lines.count == 160)
        #expect(lines.allSatisfy { Set($0["text"] ?? "ab").count == 1 })
    }

    /// Holds a thread, which cannot be copied, in an array.
    private final class Joinable {
        private var thread: WorkerThread?

        init(_ thread: consuming WorkerThread) { self.thread = consume thread }

        func join() { thread.take()?.join() }
    }
}
