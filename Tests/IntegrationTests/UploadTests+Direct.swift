import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyTesting

/// Whole files in one request.
extension UploadTests {
    @Test func `a direct upload checks Repr-Digest and leaves nothing of a wrong one`() throws {
        let before = try instance.holdings()
        let bytes = song(44)
        let wrong = Data(OpenSSLCryptography().sha256([1]).bytes).base64EncodedString()
        let answer = try device.upload(bytes, fields: ["Repr-Digest: sha-256=:\(wrong):"])
        #expect(answer.status == 422)
        #expect(try problem(answer).code == "hash-mismatch")
        #expect(try device.get("/uploads").text == #"{"items":[]}"#)
        #expect(try instance.holdings() == before)
    }

    /// One device has fewer slots than that, so each client has its own.
    @Test func `eight clients with one song make one track`() throws {
        let bytes = song(39, frames: 500)
        let before = try instance.holdings()
        let requests = try (0..<8).map { number in
            JointRequest(
                method: "PUT", path: "/api/v1/uploads/direct/client-\(number).mp3",
                token: try TestDevice(on: instance).token, body: bytes)
        }
        let answers = try instance.together(requests) {
            try instance.holdings().incoming.subtracting(before.incoming).count == 8
        }
        #expect(answers.map(\.status).sorted() == [200, 200, 200, 200, 200, 200, 200, 201])
        let finished = try answers.map { try $0.decode(Finished.self) }
        #expect(Set(finished.map(\.trackId)).count == 1)
        #expect(finished.filter(\.created).count == 1)
        let after = try instance.holdings()
        #expect(after.library.subtracting(before.library).count == 1)
        #expect(after.incoming == before.incoming)
    }

    @Test func `an empty direct upload is 400`() throws {
        let answer = try device.upload([])
        #expect(answer.status == 400)
        #expect(try problem(answer).code == "invalid-request")
        #expect(
            answer.text.contains(#""errors":[{"pointer":"","detail":"must not be empty"}]"#))
    }

    @Test(arguments: ["Content-Length: 500000", "Transfer-Encoding: chunked"])
    func `a cut direct upload leaves nothing`(framing: String) throws {
        let before = try instance.holdings()
        let head = """
            PUT /api/v1/uploads/direct/cut.mp3 HTTP/1.1\r\nHost: localhost\r\n\
            Authorization: Bearer \(device.token)\r\n\(framing)\r\n\r\n
            """
        let sent = song(45, frames: 100)
        let size = framing.hasPrefix("T") ? "\(String(sent.count, radix: 16))\r\n" : ""
        try instance.sendAndLeave(Array((head + size).utf8) + sent)
        // It was being received, and the server saw it break off.
        let line = try instance.eventually {
            instance.log(of: "velody-server").split(separator: "\n").first {
                $0.contains(device.id) && $0.contains(#""clientGone":true"#)
            }
        }
        #expect(line?.contains("/uploads/direct/{filename}") == true, "\(line ?? "nothing")")
        #expect(try device.get("/uploads").text == #"{"items":[]}"#)
        #expect(try instance.holdings() == before)
    }
}
