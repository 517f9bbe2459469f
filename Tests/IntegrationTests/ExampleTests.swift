import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime
import VelodyTesting

/// The documented upload script, run as its reader would.
///
/// One after the other, so that the server's counters tell of one run alone.
@Suite(.serialized, .instance) struct ExampleTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private static let script =
        #filePath.split(separator: "/").dropLast(3)
        .reduce("") { $0 + "/" + $1 } + "/docs/examples/upload.sh"

    private var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "VELODY_URL": instance.url, "VELODY_TOKEN": device.token,
            "VELODY_CA": instance.certificate,
        ]
    }

    private func upload(
        _ path: String, cutAfter seconds: String? = nil
    ) throws -> Command.Output {
        var words = [Self.script, path]
        if let seconds { words = ["timeout", seconds] + words }
        var command = Command(words[0], Array(words.dropFirst()))
        command.environment = environment.merging(["CURL_HOME": "/nowhere"]) { $1 }
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

    /// Starts the script on a slow line; what it prints goes to `output`.
    private func start(
        _ path: String, rate: String, curlHome: String, output: Int32
    ) throws -> ChildProcess {
        try Data("limit-rate = \(rate)\n".utf8).write(to: URL(filePath: curlHome + "/.curlrc"))
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        var command = Command(Self.script, [path], leadsGroup: true)
        command.environment = environment.merging(["CURL_HOME": curlHome]) { $1 }
        command.descriptors = [1: output, 2: nothing.number]
        return try command.spawn()
    }

    /// Runs the script on a slow line, and cuts it once the server has a part of the file.
    private func uploadPart(_ path: String) throws {
        let folder = try TemporaryDirectory()
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        var script = try start(
            path, rate: "2M", curlHome: folder.path, output: nothing.number)
        let hasPart = try instance.eventually { try receivedPart() >= 1 << 20 ? true : nil }
        script.kill(SIGKILL, wholeGroup: true)
        #expect(!script.wait().isSuccess)
        try #require(hasPart == true)
    }

    /// The size of what is being received.
    private func receivedPart() throws -> Int {
        try instance.holdings().incoming.map { name in
            let path = "\(instance.storageRoot)/incoming/\(name)"
            let size = try? FileManager().attributesOfItem(atPath: path)[.size]
            return size as? Int ?? 0
        }.max() ?? 0
    }

    /// Bytes of all bodies since the server began.
    private func receivedBytes() throws -> Int {
        let page = try Scrape(try instance.http("GET", "/metrics").text)
        return Int(page.value("velody_http_received_bytes_total") ?? 0)
    }

    @Test func `the script that was cut goes on where the server says, and sends no byte twice`()
        throws
    {
        struct Sessions: Decodable {
            struct Upload: Decodable { let offset: Int }
            let items: [Upload]
        }
        let bytes = SongFixture(title: "Resumed", seed: 7_003, frameCount: 20_000).bytes
        try instance.withFile(bytes) { path in
            let start = try receivedBytes()
            try uploadPart(path)
            // A body is counted when its request is over, and its offset is final by then.
            let counted = try instance.eventually {
                let received = try receivedBytes()
                return received >= start + (1 << 20) ? received : nil
            }
            let before = try #require(counted)
            let sessions = try device.get("/uploads").decode(Sessions.self).items
            let durable = try #require(sessions.map(\.offset).max())
            #expect(durable >= 1 << 20)
            let rest = bytes.count - durable
            let last = try upload(path)
            #expect(last.status.isSuccess)
            let track = String(last.text.split(separator: "\n").first ?? "")
            let isWhole = try device.get("/tracks/\(track)/file").body == bytes
            #expect(isWhole)
            let grown = try instance.eventually {
                let grown = try receivedBytes() - before
                return grown >= rest ? grown : nil
            }
            // And the announcement, twice.
            #expect((rest..<rest + 4_096).contains(try #require(grown)))
        }
    }

    /// What it reads the file with then writes into a pipe that nobody reads any more.
    @Test func `the script goes on where an answer comes before all is sent`() throws {
        let bytes = SongFixture(title: "Early", seed: 7_004, frameCount: 4_000).bytes
        let folder = try TemporaryDirectory()
        let path = folder.path + "/song.mp3"
        try Data(bytes).write(to: URL(filePath: path))
        let pipe = try OwnedDescriptor.pipe()
        var script = try start(
            path, rate: "300K", curlHome: folder.path, output: pipe.writer.number)
        let output = pipe.keepReader()
        defer {
            script.kill(SIGKILL, wholeGroup: true)
            _ = script.wait()
        }
        let offset = try #require(try instance.eventually { try displaced(of: bytes.count) })
        #expect(offset < bytes.count)
        let text = String(decoding: output.readToEnd(), as: UTF8.self)
        let status = script.wait()
        #expect(status.isSuccess, "\(status)")
        let track = String(text.split(separator: "\n").first ?? "")
        #expect(try device.get("/tracks/\(track)/file").body == bytes)
    }

    /// Takes the upload of so many bytes over from whoever sends it; what it has by then, if anything.
    private func displaced(of size: Int) throws -> Int? {
        struct Uploads: Decodable {
            struct Item: Decodable {
                let uploadId: String
                let sizeBytes: Int
                let offset: Int
            }
            let items: [Item]
        }
        let uploads = try device.get("/uploads?status=receiving").decode(Uploads.self)
        guard let item = uploads.items.first(where: { $0.sizeBytes == size }) else { return nil }
        _ = try device.patch(item.uploadId, [], at: item.offset)
        let offset = Int(try device.head("/uploads/\(item.uploadId)").value("upload-offset") ?? "")
        return offset == 0 ? nil : offset
    }

    @Test func `the script says why a file is refused`() throws {
        try instance.withFile(Array("<html></html>".utf8)) { path in
            let refused = try upload(path)
            #expect(refused.status == .exited(1))
            #expect(refused.text.isEmpty)
        }
    }

    /// The commands of a section of README.md, block by block.
    private func commands(of heading: String) throws -> [String] {
        let path = Self.script.replacing("docs/examples/upload.sh", with: "README.md")
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        let sections = text.components(separatedBy: "\n## ")
        let section = try #require(sections.first { $0.hasPrefix(heading + "\n") })
        return section.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    @Test func `the README's commands work as printed`() throws {
        let blocks = try commands(of: "Upload from a script")
        try #require(blocks.count == 3)
        let folder = try TemporaryDirectory()
        let song = SongFixture(title: "As printed", seed: 7_002, frameCount: 200).bytes
        try Data(song).write(to: URL(filePath: folder.path + "/song.mp3"))
        // The registration comes last in the text, since its reader has a token already.
        let token = "token=$(\(blocks[2]))"
        let direct = blocks[0].replacing(
            "token=…   # printed by make run, or registered as below", with: token)
        let script = """
            set -eu; cd "$1"; ln -s "$2" .velody; ln -s "$3" docs
            \(direct)
            echo
            \(blocks[1])
            """
        let docs = Self.script.replacing("/examples/upload.sh", with: "")
        let output = try Command("sh", ["-c", script, "sh", folder.path, instance.home, docs])
            .output()
        try #require(output.status.isSuccess, "\(output.text)")
        let track = try #require(output.text.split(separator: "\n").last)
        #expect(output.text.contains("\"trackId\":\"\(track)\""))
        #expect(try device.get("/tracks/\(track)/file").body == song)
    }
}
