import FoundationEssentials
import Glibc
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// Files of a size at which starting over would hurt.
@Suite(.serialized, .instance(environment: ["MAX_UPLOAD_SIZE_BYTES": "3221225472"]))
struct LargeUploadTests {
    private static let piece = 1 << 20

    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        // A client that was ended no longer takes its body.
        signal(SIGPIPE, SIG_IGN)
    }

    private func digest(_ song: LongSong) -> ContentHash {
        let hasher = OpenSSLCryptography().makeHasher()
        for start in stride(from: 0, to: song.size, by: Self.piece) {
            hasher.update(song.bytes(start..<min(start + Self.piece, song.size)).span)
        }
        return hasher.finish()
    }

    private func open(_ song: LongSong, _ hash: ContentHash) throws -> String {
        struct Opened: Decodable { let uploadId: String }
        let answer = try device.post(
            "/uploads/prepare",
            #"{"sha256":"\#(hash.hex)","sizeBytes":\#(song.size),"filename":"long.mp3"}"#)
        return try answer.decode(Opened.self).uploadId
    }

    private func offset(_ id: String) throws -> Int {
        try #require(Int(try device.head("/uploads/\(id)").value("upload-offset") ?? ""))
    }

    /// A PATCH whose body is made while it is sent; it is broken off once `during` returns false
    /// for the position that was reached.
    private func send(
        _ song: LongSong, _ range: Range<Int>, to id: String,
        during: (Int) throws -> Bool = { _ in true }
    ) throws -> (sent: Int, status: VelodyRuntime.ExitStatus) {
        let pipe = try OwnedDescriptor.pipe()
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        var command = Command(
            "curl",
            [
                "--silent", "--fail", "--cacert", instance.certificate, "--noproxy", "*",
                "--request", "PATCH", "--header", "Authorization: Bearer \(device.token)",
                "--header", "Upload-Offset: \(range.lowerBound)", "--header",
                "Content-Type: application/offset+octet-stream", "--upload-file", "-",
                "\(instance.url)/api/v1/uploads/\(id)",
            ])
        command.descriptors = [0: pipe.reader.number, 1: nothing.number, 2: nothing.number]
        var client = try command.spawn()
        let body = pipe.keepWriter()
        var position = range.lowerBound
        while position < range.upperBound {
            let end = min(position + Self.piece, range.upperBound)
            body.write(song.bytes(position..<end))
            position = end
            guard try during(position) else {
                client.kill(SIGKILL)
                break
            }
        }
        _ = consume body
        return (position - range.lowerBound, client.wait())
    }

    /// Where the upload stands: everything sent is kept but for a bounded rest on its way.
    private func offset(
        _ id: String, after reached: Int, sent: Int, losingAtMost limit: Int
    ) throws -> Int {
        let offset = try offset(id)
        #expect((reached...reached + sent).contains(offset))
        #expect(offset >= reached + sent - limit)
        return offset
    }

    private func patches() -> Int {
        instance.log(of: "velody-server").split(separator: #""method":"PATCH""#).count
    }

    private func killServer() throws {
        let pid = try #require(instance.pids()["velody-server"])
        kill(pid, SIGKILL)
        let replaced = try instance.eventually { () -> Bool? in
            guard let now = instance.pids()["velody-server"], now != pid else { return nil }
            return try instance.http("GET", "/api/v1/health").status == 200 ? true : nil
        }
        #expect(replaced == true)
    }

    private func expectSong(_ hash: ContentHash, _ size: Int, from id: String) throws {
        struct Finished: Decodable { let trackId: String }
        // A machine that is too busy to inspect says so, and asks to be asked again.
        let answered = try instance.eventually { () -> HTTPAnswer? in
            let answer = try device.post("/uploads/\(id)/finalize")
            return answer.status == 503 ? nil : answer
        }
        let answer = try #require(answered)
        #expect(answer.status == 201, "\(answer.text)")
        let track = try answer.decode(Finished.self).trackId
        let head = try device.head("/tracks/\(track)/file")
        #expect(head.value("etag") == "\"\(hash.hex)\"")
        #expect(head.value("content-length") == String(size))
        let blob =
            "\(instance.storageRoot)/library/audio/\(hash.hex.prefix(2))/"
            + "\(hash.hex.dropFirst(2).prefix(2))/\(hash.hex).mp3"
        #expect(try Command("sha256sum", [blob]).output().text.hasPrefix(hash.hex))
    }

    /// PU1.
    @Test func `a gigabyte survives ten cuts and a killed server, and never starts over`() throws {
        let song = LongSong(title: "1 GiB", minimumSize: 1 << 30, seed: 1)
        let hash = digest(song)
        let id = try open(song, hash)
        var reached = 0
        for cut in [1, 97, 141, 300, 333, 502, 640, 801, 900, 1_013].map({ $0 << 20 }) {
            let before = patches()
            let sent = try send(song, reached..<song.size, to: id) { $0 < cut }.sent
            #expect(try instance.eventually { patches() > before ? true : nil } == true)
            reached = try offset(id, after: reached, sent: sent, losingAtMost: 8 << 20)
            if cut == 502 << 20 {
                // Killed, the server can lose what it had not yet made durable.
                let sent = try send(song, reached..<song.size, to: id) { position in
                    guard position > cut + 70 << 20 else { return true }
                    try killServer()
                    return false
                }.sent
                reached = try offset(id, after: reached, sent: sent, losingAtMost: 72 << 20)
            }
        }
        #expect(try send(song, reached..<song.size, to: id).status.isSuccess)
        try expectSong(hash, song.size, from: id)
    }

    /// PU2: proxies on the way may refuse larger ones.
    @Test func `two gigabytes go up in bodies of at most 8 MiB`() throws {
        let song = LongSong(title: "2 GiB", minimumSize: 2 << 30, seed: 2)
        let hash = digest(song)
        let id = try open(song, hash)
        #expect(try device.patch(id, song.head, at: 0).status == 204)
        let body = Array(repeatElement(song.block, count: (8 << 20) / song.block.count).joined())
        var offset = song.head.count
        var requests: [String] = []
        try instance.withFile(body) { whole in
            try instance.withFile(song.bytes(song.size - rest(song, body.count)..<song.size)) {
                end in
                while offset < song.size {
                    let isWhole = offset + body.count <= song.size
                    requests.append(patch(id, isWhole ? whole : end, at: offset))
                    offset += isWhole ? body.count : song.size - offset
                }
                let text = requests.joined(separator: "\nnext\n")
                let statuses = try instance.withFile(Array(text.utf8)) { configuration in
                    try Command("curl", ["--config", configuration]).output().text
                }
                #expect(statuses == String(repeating: "204\n", count: requests.count))
            }
        }
        #expect(requests.count >= 256)
        try expectSong(hash, song.size, from: id)
    }

    /// How many bytes are left after as many whole bodies as fit.
    private func rest(_ song: LongSong, _ bodySize: Int) -> Int {
        (song.size - song.head.count) % bodySize
    }

    /// One PATCH in the words of a configuration of `curl`.
    private func patch(_ id: String, _ file: String, at offset: Int) -> String {
        """
        silent
        http1.1
        noproxy = "*"
        cacert = "\(instance.certificate)"
        request = "PATCH"
        header = "Authorization: Bearer \(device.token)"
        header = "Upload-Offset: \(offset)"
        header = "Content-Type: application/offset+octet-stream"
        header = "Expect:"
        upload-file = "\(file)"
        write-out = "%{http_code}\\n"
        url = "\(instance.url)/api/v1/uploads/\(id)"
        """
    }
}
