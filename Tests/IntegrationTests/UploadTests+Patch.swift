import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyTesting

/// PATCH, what it takes and what it keeps.
extension UploadTests {
    /// U11.
    @Test(arguments: [1, 50, 1_000_000])
    func `a PATCH at a wrong offset is told the right one and changes nothing`(
        offset: Int
    ) throws {
        let id = try device.open(song(UInt64(600 + offset)))
        let answer = try device.patch(id, [1, 2, 3], at: offset)
        #expect(answer.status == 409)
        #expect(answer.value("upload-offset") == "0")
        let problem = try problem(answer)
        #expect(problem.code == "offset-mismatch")
        #expect(problem.expectedOffset == 0)
        #expect(try device.head("/uploads/\(id)").value("upload-offset") == "0")
    }

    /// U11.
    @Test func `the client reads the 409 even while it sends much`() throws {
        let id = try device.open(song(7))
        let much = [UInt8](repeating: 7, count: 30 << 20)
        for version in RunningInstance.Version.allCases {
            try expectRefused(
                device.patch(id, much, at: 5, version: version), 409, "offset-mismatch")
        }
    }

    /// U10.
    @Test func `another content type is 415 and changes nothing`() throws {
        let id = try device.open(song(8))
        let answer = try instance.http(
            "PATCH", "/api/v1/uploads/\(id)", token: device.token,
            fields: ["Upload-Offset: 0", "Content-Type: application/octet-stream"], body: [1])
        #expect(answer.status == 415)
        #expect(try device.head("/uploads/\(id)").value("upload-offset") == "0")
    }

    @Test(arguments: ["-1", "+1", "0x5", "9223372036854775808", "", "1, 1"])
    func `an Upload-Offset that is no byte count is 400`(text: String) throws {
        let id = try device.open(song(9))
        let answer = try instance.http(
            "PATCH", "/api/v1/uploads/\(id)", token: device.token,
            fields: [
                text.isEmpty ? "Upload-Offset;" : "Upload-Offset: \(text)",
                "Content-Type: application/offset+octet-stream",
            ], body: [1])
        #expect(answer.status == 400)
        #expect(try problem(answer).errors?.first?.header == "Upload-Offset")
    }

    @Test func `an Upload-Offset given twice is 400`() throws {
        let id = try device.open(song(10))
        let answer = try device.patch(id, [1], at: 0, fields: ["Upload-Offset: 5"])
        #expect(answer.status == 400)
    }

    /// U12.
    @Test func `length, chunks and HTTP 2 store the same bytes`() throws {
        for (index, way) in [
            (RunningInstance.Version.http1, false), (.http1, true), (.http2, false),
        ].enumerated() {
            let bytes = song(UInt64(1_100 + index), frames: 300)
            let id = try device.open(bytes)
            let answer = try device.patch(id, bytes, at: 0, version: way.0, isChunked: way.1)
            #expect(answer.status == 204)
            #expect(answer.value("upload-offset") == String(bytes.count))
            #expect(try device.post("/uploads/\(id)/finalize").status == 201)
        }
    }

    /// U13, U14.
    @Test(arguments: [true, false])
    func `a PATCH cut short keeps what came, and is never taken for finished`(
        hasLength: Bool
    ) throws {
        let bytes = song(hasLength ? 12 : 13, frames: 300)
        let id = try device.open(bytes)
        let sent = Array(bytes[..<80_000])
        try device.cutPatch(id, sent, announcing: hasLength ? bytes.count : nil)
        let start = ContinuousClock.now
        let kept = try instance.eventually { () -> Int? in
            let offset = try device.head("/uploads/\(id)").value("upload-offset")
            return offset.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        }
        // A second is meant, and much less is usual; a busy machine gets thirty.
        print("the offset of a cut PATCH was seen after \(ContinuousClock.now - start)")
        let offset = try #require(kept)
        #expect(offset <= sent.count)
        #expect(offset >= sent.count - 65_536)
        try expectRefused(
            device.post("/uploads/\(id)/finalize"), 409, "upload-incomplete")
        #expect(try device.patch(id, Array(bytes[offset...]), at: offset).status == 204)
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
    }

    /// U15.
    @Test(arguments: [true, false])
    func `a PATCH beyond the size keeps nothing beyond it`(isChunked: Bool) throws {
        let bytes = song(isChunked ? 14 : 15)
        let id = try device.open(bytes)
        let answer = try device.patch(
            id, bytes + [1, 2, 3], at: 0, version: .http1, isChunked: isChunked)
        #expect(answer.status == 413)
        #expect(try problem(answer).code == "upload-exceeds-size")
        #expect(answer.value("upload-offset") == String(bytes.count))
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
    }

    /// U16.
    @Test func `an empty PATCH at the end is 204 and bytes after it are 413`() throws {
        let bytes = song(16)
        let id = try device.open(bytes)
        #expect(try device.patch(id, [], at: 0).value("upload-offset") == "0")
        #expect(try device.patch(id, bytes, at: 0).status == 204)
        #expect(try device.patch(id, [], at: bytes.count).status == 204)
        try expectRefused(device.patch(id, [1], at: bytes.count), 413, "upload-exceeds-size")
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
        try expectRefused(device.patch(id, [1], at: bytes.count), 409, "upload-closed")
    }

    /// U23.
    @Test func `a Content-Digest is checked, and a wrong one keeps nothing`() throws {
        let bytes = song(17)
        let id = try device.open(bytes)
        let half = Array(bytes[..<1_000])
        let right = Data(OpenSSLCryptography().sha256(half).bytes).base64EncodedString()
        let wrong = Data(OpenSSLCryptography().sha256(bytes).bytes).base64EncodedString()
        let mismatch = try device.patch(
            id, half, at: 0, fields: ["Content-Digest: sha-256=:\(wrong):"])
        #expect(mismatch.status == 400)
        #expect(try problem(mismatch).code == "digest-mismatch")
        #expect(try device.head("/uploads/\(id)").value("upload-offset") == "0")
        let malformed = try device.patch(
            id, half, at: 0, fields: ["Content-Digest: sha-256=oops"])
        #expect(malformed.status == 400)
        let elsewhere = try device.patch(
            id, half, at: 7, fields: ["Content-Digest: sha-256=oops"])
        #expect(elsewhere.status == 409)
        #expect(try problem(elsewhere).code == "offset-mismatch")
        let other = ["Content-Digest: md5=:AAAAAAAAAAAAAAAAAAAAAA==:, sha-256=:\(right):"]
        #expect(try device.patch(id, half, at: 0, fields: other).status == 204)
    }

    /// U18.
    @Test func `two PATCHes at one offset never mix`() async throws {
        for round in 0..<100 {
            let bytes = song(UInt64(20_000 + round), frames: 4)
            let id = try device.open(bytes)
            let rival = bytes.map { $0 ^ 0xFF }
            async let first = patchInBackground(id, bytes)
            async let second = patchInBackground(id, rival)
            let answers = try await [first, second].sorted { $0.status < $1.status }
            #expect(answers.map(\.status) == [204, 409], "round \(round)")
            // Too late, or displaced before it had a byte.
            let code = try problem(answers[1]).code
            #expect(["offset-mismatch", "upload-taken-over"].contains(code), "round \(round)")
            let stored = try #require(
                FileManager().contents(atPath: "\(instance.storageRoot)/incoming/\(id).part"))
            #expect(Array(stored) == bytes || Array(stored) == rival)
        }
    }

    private func patchInBackground(
        _ id: String, _ bytes: [UInt8]
    ) async throws -> HTTPAnswer {
        try device.patch(id, bytes, at: 0)
    }
}
