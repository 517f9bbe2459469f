import Testing
import VelodyHTTP

/// Header fields, digests, tags and names.
@Suite struct FieldTests {
    private func fields(_ lines: (String, String)...) -> Fields {
        var fields = Fields()
        for (name, value) in lines { fields.appendReceived(name, value) }
        return fields
    }

    @Test func `names compare without case, and lines keep their order`() {
        let fields = fields(("X-A", "1"), ("x-a", "2"))
        #expect(fields["X-a"] == "1")
        #expect(fields.all("x-A") == ["1", "2"])
    }

    @Test(arguments: ["Bearer abc", "bearer abc", "BEARER  abc"])
    func `a bearer token is read`(line: String) {
        #expect(fields(("Authorization", line)).bearerToken() == "abc")
    }

    @Test(arguments: ["Basic abc", "Bearer", "Bearer ", "Bearer a b", "Bearer \u{E9}", ""])
    func `anything else is no bearer token`(line: String) {
        #expect(fields(("Authorization", line)).bearerToken() == nil)
    }

    @Test func `two Authorization lines, and an endless one, are no token`() {
        let line = ("Authorization", "Bearer abc")
        #expect(fields(line, line).bearerToken() == nil)
        let long = "Bearer " + String(repeating: "a", count: 513)
        #expect(fields(("Authorization", long)).bearerToken() == nil)
    }

    @Test(arguments: ["", "-1", "+1", "0x1", " 1", "1.0", "9223372036854775808"])
    func `a byte count is decimal digits only`(text: String) {
        #expect(throws: RequestError.self) {
            try fields(("Upload-Offset", text)).byteCount("Upload-Offset")
        }
    }

    @Test func `the largest byte count is read`() throws {
        let fields = fields(("Upload-Offset", "9223372036854775807"))
        #expect(try fields.byteCount("Upload-Offset") == .max)
    }

    /// N7.
    @Test func `a digest field names its SHA-256 among others`() throws {
        let zeros = String(repeating: "A", count: 43) + "="
        let field = fields(("Content-Digest", "md5=:AAAA:, sha-256=:\(zeros):"))
        #expect(try DigestField.sha256(field, "Content-Digest") == [UInt8](repeating: 0, count: 32))
        #expect(try DigestField.sha256(fields(), "Content-Digest") == nil)
        let other = fields(("Content-Digest", "md5=:AAAA:"))
        #expect(try DigestField.sha256(other, "Content-Digest") == nil)
    }

    @Test(arguments: ["sha-256", "sha-256=abc", "sha-256=:AAAA:", "sha-256=:###:", "=:AAAA:"])
    func `a malformed digest field is refused`(text: String) {
        #expect(throws: RequestError.self) {
            try DigestField.sha256(fields(("Repr-Digest", text)), "Repr-Digest")
        }
    }

    @Test(arguments: [
        ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("*", true), ("\"b\"", false),
        ("a", false), ("\"a", false),
    ])
    func `If-None-Match compares weakly`(text: String, matches: Bool) {
        let decision = Preconditions(fields(("If-None-Match", text)))
            .decide(current: EntityTag("a"))
        #expect((decision == .notModified) == matches)
    }

    @Test(arguments: [("\"a\"", true), ("W/\"a\"", false), ("*", true), ("\"b\"", false)])
    func `If-Match compares strongly`(text: String, holds: Bool) {
        let decision = Preconditions(fields(("If-Match", text))).decide(current: EntityTag("a"))
        #expect((decision == .proceed) == holds)
    }

    @Test(arguments: ["100% ?#&;\"\\", "café", "かな", "🎵", "a\r\nb", "a/b\\c"])
    func `any name makes a Content-Disposition of plain ASCII`(name: String) {
        let value = ContentDisposition(.inline, filename: name).value
        #expect(Fields.isSafe(value))
        #expect(value.hasPrefix("inline; filename=\""))
        let fallback = value.split(separator: "\"")[1]
        #expect(!fallback.contains("\\") && !fallback.contains("/") && !fallback.contains("%"))
    }

    @Test(arguments: ["é", "日", "🎵", "👨‍👩‍👧‍👦"])
    func `a name of any length fits a header`(character: String) {
        let name = String(repeating: character, count: 2_000) + ".mp3"
        let disposition = ContentDisposition(.inline, filename: name)
        #expect((230...255).contains(disposition.filename.utf8.count))
        #expect(disposition.filename.hasSuffix(character + ".mp3"))
        #expect(disposition.value.utf8.count < 1_200)
    }

    @Test func `a name is cut only where it is too long, and before its extension only`() {
        let longest = String(repeating: "a", count: 251) + ".mp3"
        #expect(ContentDisposition(.inline, filename: longest).filename == longest)
        let dotless = ContentDisposition(
            .inline, filename: "." + String(repeating: "a", count: 300))
        #expect(dotless.filename.utf8.count == 255)
    }
}
