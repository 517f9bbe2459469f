import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

extension UploadTests {
    private static let unknown = "00000000-0000-4000-8000-000000000000"

    /// U32.
    @Test(
        arguments: RunningInstance.Version.allCases,
        [("PATCH", "/api/v1/uploads/\(unknown)"), ("PUT", "/api/v1/uploads/direct/song.mp3")])
    func `an upload without a valid token is refused before its body is read`(
        version: RunningInstance.Version, request: (method: String, path: String)
    ) throws {
        let file = instance.home + "/300-MB"
        _ = try Command("truncate", ["-s", "300M", file]).output()
        for token in ["wrong", instance.bootstrapSecret] {
            // Slowly: what loopback swallows before an answer can come says nothing of the server.
            let words = [
                version.rawValue, "--silent", "--output", "/dev/null", "--cacert",
                instance.certificate, "--noproxy", "*", "--limit-rate", "200k", "--request",
                request.method, "--header", "Authorization: Bearer \(token)", "--header",
                "Upload-Offset: 0", "--header", "Content-Type: application/offset+octet-stream",
                "--upload-file", file, "--write-out", "%{http_code} %{size_upload}",
                instance.url + request.path,
            ]
            let said = try Command("curl", words).output().text.split(separator: " ")
            #expect(said.first == "401")
            #expect(try #require(said.last.flatMap { Int($0) }) <= 1_000_000)
        }
    }

    /// U23.
    @Test(arguments: [true, false])
    func `a PATCH that is cut under a Content-Digest keeps nothing`(hasLength: Bool) throws {
        let bytes = song(hasLength ? 50 : 51, frames: 300)
        let sent = Array(bytes[..<80_000])
        // The digest of what does arrive: that it holds must not help.
        let digest = Data(OpenSSLCryptography().sha256(sent).bytes).base64EncodedString()
        let field = "Content-Digest: sha-256=:\(digest):"
        let id = try device.open(bytes)
        let cuts = {
            instance.log(of: "velody-server").split(separator: #""clientGone":true"#).count
        }
        let before = cuts()
        try device.cutPatch(
            id, sent, announcing: hasLength ? bytes.count : nil, fields: [field])
        #expect(try instance.eventually { cuts() > before ? true : nil } == true)
        #expect(try device.head("/uploads/\(id)").value("upload-offset") == "0")
        let part = FileManager().contents(atPath: "\(instance.storageRoot)/incoming/\(id).part")
        #expect(part?.isEmpty == true)
        #expect(try device.patch(id, sent, at: 0, fields: [field]).status == 204)
        #expect(
            try device.head("/uploads/\(id)").value("upload-offset") == String(sent.count))
    }

    /// U23: the digest is of this request's bytes, not of what was there before.
    @Test func `each PATCH has a digest of its own`() throws {
        let bytes = song(52)
        let id = try device.open(bytes)
        let middle = 3_000
        for range in [0..<middle, middle..<bytes.count] {
            let body = Array(bytes[range])
            let digest = Data(OpenSSLCryptography().sha256(body).bytes).base64EncodedString()
            let answer = try device.patch(
                id, body, at: range.lowerBound, fields: ["Content-Digest: sha-256=:\(digest):"])
            #expect(answer.status == 204)
        }
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
    }

    /// U17.
    @Test func `a 204 always tells of progress, but for an empty body`() throws {
        let bytes = song(53)
        let id = try device.open(bytes)
        for (offset, count) in [(0, 0), (0, 1), (1, 0), (1, 4_999), (5_000, 1)] {
            let answer = try device.patch(id, Array(bytes[offset..<offset + count]), at: offset)
            #expect(answer.status == 204)
            #expect(answer.value("upload-offset") == String(offset + count))
        }
    }

    /// U12.
    @Test func `a whole song in one chunked PATCH of unknown length is stored over both versions`()
        throws
    {
        for (seed, version) in zip(54..., RunningInstance.Version.allCases) {
            let bytes = song(UInt64(seed), frames: 300)
            let id = try device.open(bytes)
            let answer = try instance.withFile(bytes) { path in
                let pipe = Command(
                    "sh",
                    [
                        "-c", #"cat "$0" | curl "$@""#, path, version.rawValue, "--silent",
                        "--include", "--cacert", instance.certificate, "--noproxy", "*",
                        "--request", "PATCH", "--header", "Authorization: Bearer \(device.token)",
                        "--header", "Upload-Offset: 0", "--header",
                        "Content-Type: application/offset+octet-stream", "--upload-file", "-",
                        "\(instance.url)/api/v1/uploads/\(id)",
                    ])
                let answer = try HTTPAnswer(parsing: try pipe.output().bytes)
                try answer.compareWithContract("PATCH", "/api/v1/uploads/\(id)")
                return answer
            }
            #expect(answer.status == 204)
            #expect(try device.post("/uploads/\(id)/finalize").status == 201)
        }
    }

    @Test func `an upload that another process holds is 423, and may be tried again`() throws {
        let bytes = song(56)
        let id = try device.open(bytes)
        let part = "\(instance.storageRoot)/incoming/\(id).part"
        var holder = try Command("flock", [part, "sleep", "60"], leadsGroup: true).spawn()
        defer {
            holder.kill(wholeGroup: true)
            _ = holder.wait()
        }
        let locked = try instance.eventually { () -> HTTPAnswer? in
            // Until the other one has the lock, nothing of an empty body is kept.
            let answer = try device.patch(id, [], at: 0)
            return answer.status == 204 ? nil : answer
        }
        let answer = try #require(locked)
        #expect(answer.status == 423)
        #expect(try problem(answer).code == "upload-locked")
        #expect(answer.value("retry-after") != nil)
        // Reading waits for nobody.
        #expect(try device.head("/uploads/\(id)").value("upload-offset") == "0")
    }

    @Test func `a rejected upload takes no more bytes`() throws {
        let bytes = [UInt8](repeating: 0, count: 5_000)
        let id = try device.open(bytes)
        #expect(try device.patch(id, bytes, at: 0).status == 204)
        #expect(try device.post("/uploads/\(id)/finalize").status == 415)
        let answer = try device.patch(id, [1], at: bytes.count)
        #expect(answer.status == 409)
        #expect(try problem(answer).code == "upload-closed")
    }

    @Test func `an existing track that is unknown is 404 in finalize and direct uploads`() throws {
        let bytes = song(57)
        let id = try device.open(bytes)
        #expect(try device.patch(id, bytes, at: 0).status == 204)
        let finalized = try device.post(
            "/uploads/\(id)/finalize", #"{"existingTrackId":"\#(Self.unknown)"}"#)
        let direct = try device.upload(bytes, as: "x.mp3?existingTrackId=\(Self.unknown)")
        for answer in [finalized, direct] {
            #expect(answer.status == 404)
            #expect(try problem(answer).code == "track-not-found")
        }
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
    }
}
