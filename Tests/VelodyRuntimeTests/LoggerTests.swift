import Testing
import VelodyDomain
import VelodyRuntime

/// One JSON object a line, whatever is in it.
@Suite struct LoggerTests {
    private struct Fixed: Clock {
        func now() -> Timestamp { Timestamp(microseconds: 0) }
    }

    @Test func `a line is JSON, and what is below the level is not written`() throws {
        let pipe = try OwnedDescriptor.pipe()
        do {
            let logger = Logger(level: .info, clock: Fixed(), descriptor: pipe.writer.number)
            logger.log(.debug, "hidden")
            logger.log(
                .info, "seen",
                ["text": .string("a\"\\\n"), "none": .string(nil), "n": .integer(5)])
        }
        let reader = pipe.keepReader()
        let text = String(decoding: reader.readToEnd(), as: UTF8.self)
        #expect(
            text == #"{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"seen","#
                + #""text":"a\"\\\u000a","n":5}"# + "\n")
    }
}
