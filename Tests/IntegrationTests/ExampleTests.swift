import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// The documented upload script, run as its reader would.
@Suite(.instance) struct ExampleTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private static let script =
        #filePath.split(separator: "/").dropLast(3)
        .reduce("") { $0 + "/" + $1 } + "/docs/examples/upload.sh"

    private func upload(_ path: String, cutAfter seconds: String? = nil) throws -> Command.Output {
        var words = [Self.script, path]
        if let seconds { words = ["timeout", seconds] + words }
        var command = Command(words[0], Array(words.dropFirst()))
        command.environment = [
            "PATH": "/usr/bin:/bin", "VELODY_URL": instance.url, "VELODY_TOKEN": device.token,
            "VELODY_CA": instance.certificate,
        ]
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        command.descriptors[2] = nothing.number
        return try command.output()
    }

    @Test func `the script uploads a song, also a second time`() throws {
        let bytes = SongFixture(title: "Script", seed: 7_000, frameCount: 200).bytes
        try instance.withFile(bytes) { path in
            let first = try upload(path)
            #expect(first.status.isSuccess)
            let track = String(first.text.split(separator: "\n").first ?? "")
            #expect(try device.get("/tracks/\(track)/file").body == bytes)
            #expect(try upload(path).text == first.text)
        }
    }

    @Test func `the script can be cut anywhere and run again`() throws {
        let bytes = SongFixture(title: "Cut", seed: 7_001, frameCount: 20_000).bytes
        try instance.withFile(bytes) { path in
            for cut in ["0.05", "0.1", "0.2", "0.3"] { _ = try upload(path, cutAfter: cut) }
            let last = try upload(path)
            #expect(last.status.isSuccess)
            let track = String(last.text.split(separator: "\n").first ?? "")
            #expect(try device.get("/tracks/\(track)/file").body == bytes)
        }
    }

    @Test func `the script says why a file is refused`() throws {
        try instance.withFile(Array("<html></html>".utf8)) { path in
            let refused = try upload(path)
            #expect(refused.status == .exited(1))
            #expect(refused.text.isEmpty)
        }
    }
}
