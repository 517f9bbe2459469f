import Testing
import VelodyHTTP

/// What becomes of FastCGI's parameters and standard input.
@Suite struct RequestTests {
    @Test func `a request arrives with its method, target, identifier and fields`() throws {
        let rig = try Rig { request, _ in
            .response(
                .text(
                    [
                        request.method.name, request.target, request.id,
                        request.fields["If-None-Match"] ?? "-",
                        request.fields["Content-Type"] ?? "-",
                        String(describing: request.contentLength),
                    ].joined(separator: "|")))
        }
        defer { rig.end() }
        let answer = try rig.request("GET", "/a%2Fb?c=d", [("HTTP_IF_NONE_MATCH", "\"x\"")])
        #expect(
            String(decoding: answer.body, as: UTF8.self)
                == "GET|/a%2Fb?c=d|0af7651916cd43dd8448eb211c80319c|\"x\"|-|nil")
        #expect(answer["X-Request-Id"] == "0af7651916cd43dd8448eb211c80319c")
        #expect(answer.isEnded)
    }

    @Test(arguments: [
        "Content-Length", "Authorization", "Upload-Offset", "Content-Digest", "Repr-Digest",
        "Content-Type", "Host", "If-Match", "Upload-Length",
    ])
    func `every line of a repeated header is visible, in order`(name: String) throws {
        let rig = try Rig { request, _ in
            .response(.text(request.fields.all(name).joined(separator: "|")))
        }
        defer { rig.end() }
        let parameter = "HTTP_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
        let answer = try rig.request("GET", "/", [(parameter, "5"), (parameter, "7")])
        #expect(String(decoding: answer.body, as: UTF8.self) == "5|7")
    }

    @Test(
        arguments: [
            (Array("\u{301}=a".utf8), "\u{301}=a"), (Array("=".utf8), "="), ([], ""),
            ([0x61, 0xFF, 0xFE], "a\u{FFFD}\u{FFFD}"), (Array("🎵".utf8), "🎵"),
        ] as [([UInt8], String)])
    func `a field's value arrives as it was, repaired where it is not UTF-8`(
        bytes: [UInt8], text: String
    ) throws {
        let rig = try Rig { request, _ in
            .response(.text(request.fields["X-Odd"].map { "<\($0)>" } ?? "absent"))
        }
        defer { rig.end() }
        let client = try FastCGIClient(to: rig.api)
        client.begin()
        client.send(
            .parameters,
            FastCGIClient.pair(Array("HTTP_X_ODD".utf8), bytes)
                + FastCGIClient.pair(Array("REQUEST_METHOD".utf8), Array("GET".utf8)))
        client.send(.parameters, [])
        #expect(Array(client.answer().body) == Array("<\(text)>".utf8))
    }

    @Test(
        arguments: [("", nil), ("0", 0), ("42", 42), ("-1", nil), ("+5", nil), ("x", nil)]
            as [(String, Int64?)])
    func `a length is announced by digits alone`(text: String, length: Int64?) throws {
        let rig = try Rig { request, _ in
            .response(.text(request.contentLength == length ? "same" : "other"))
        }
        defer { rig.end() }
        let client = try FastCGIClient(
            to: rig.api, [("REQUEST_METHOD", "PUT"), ("CONTENT_LENGTH", text)])
        #expect(client.answer().body == Array("same".utf8))
    }
}
