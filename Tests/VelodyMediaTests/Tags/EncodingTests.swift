import Testing
import VelodyDomain
import VelodyTesting

/// Texts whose encoding is not said, wrongly said, or broken.
struct EncodingTests {
    /// A27: Cyrillic, Japanese, Chinese, Western bytes that say "Latin-1".
    @Test(
        arguments: [
            [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], [0x83, 0x54, 0x83, 0x93],
            [0xD6, 0xD0, 0xCE, 0xC4],
            [0x43, 0x61, 0x66, 0xE9],
        ] as [[UInt8]])
    func `what is not UTF-8 is kept as Latin-1, and flagged`(_ bytes: [UInt8]) throws {
        let report = try Tagged.report { $0.add(frame: "TIT2", [0] + bytes) }
        #expect(report.metadata.title?.unicodeScalars.count == bytes.count)
        #expect(report.warnings == ["encoding-guess"])
        let old = try Tagged.trailed(id3v1(title: bytes))
        #expect(old.metadata.title == report.metadata.title)
        #expect(old.warnings == ["encoding-guess"])
    }

    /// A27: a guess that nothing is kept of.
    @Test func `an old tag's guess is not flagged where a newer one says it all`() throws {
        var song = SongFixture(title: "Добро", seed: 1)
        song.trailer = id3v1(title: [0xC4, 0xEE, 0xE1, 0xF0, 0xEE])
        let report = try Inspected(song).report
        #expect(report.metadata.title == "Добро")
        #expect(report.warnings.isEmpty)
    }

    /// A28.
    @Test func `UTF-8 that says Latin-1 is UTF-8`() throws {
        let report = try Tagged.report { $0.add(frame: "TIT2", [0] + Array("Café".utf8)) }
        #expect(report.metadata.title == "Café")
        #expect(report.warnings.isEmpty)
    }

    /// A28: thirty bytes may end amid a letter.
    @Test func `a field of fixed size may have cut its last letter`() throws {
        let text = "ааааааааааааааа"
        let bytes = Array(("x" + text).utf8.prefix(30))
        let report = try Tagged.trailed(id3v1(title: bytes))
        #expect(report.metadata.title == "x" + text.dropLast())
        #expect(report.warnings.isEmpty)
    }

    /// Players write the marks of Windows where Latin-1 has control characters.
    @Test func `quotation marks of Windows are kept`() throws {
        let report = try Tagged.report { $0.add(frame: "TIT2", [0, 0x93, 0x61, 0x94]) }
        #expect(report.metadata.title == "\u{201C}a\u{201D}")
    }

    /// A29.
    @Test(
        arguments: [
            ("without a mark", [0x54, 0, 0xE9, 0]),
            ("big-endian without a mark", [0, 0x54, 0, 0xE9]),
            ("with two marks", [0xFF, 0xFE, 0xFF, 0xFE, 0x54, 0, 0xE9, 0]),
            ("with an odd byte", [0xFF, 0xFE, 0x54, 0, 0xE9, 0, 0x21]),
            ("big-endian", [0xFE, 0xFF, 0, 0x54, 0, 0xE9]),
            ("with a mark behind the text", [0xFF, 0xFE, 0x54, 0, 0xE9, 0, 0xFF, 0xFE]),
        ] as [(String, [UInt8])])
    func `UTF-16 is read`(_ form: String, _ bytes: [UInt8]) throws {
        let report = try Tagged.report(.v23) { $0.add(frame: "TIT2", [1] + bytes) }
        #expect(report.metadata.title == "Té", "\(form)")
    }

    /// A30.
    @Test func `one mark serves all values behind it`() throws {
        let text = "Aé\0Bü"
        let bytes: [UInt8] = [1, 0xFE, 0xFF] + ID3v2Fixture.encode(text, as: .utf16BigEndian)
        let report = try Tagged.report { $0.add(frame: "TPE1", bytes) }
        #expect(report.metadata.artists == ["Aé", "Bü"])
    }

    /// A31.
    @Test(
        arguments: [
            [3, 0x41, 0, 0, 0], [0, 0x41, 0], [3, 1, 0x41, 0x1B, 0x7F],
            [1, 0xFF, 0xFE, 0x41, 0, 0, 0],
        ] as [[UInt8]])
    func `no NUL and no control character is ever kept`(_ content: [UInt8]) throws {
        let metadata = try Tagged.report { $0.add(frame: "TIT2", content) }.metadata
        #expect(metadata.title == "A")
    }

    /// A32.
    @Test(
        arguments: [
            ([3, 0x41, 0xC3, 0x28], "A\u{FFFD}("), ([3, 0xFF, 0x41], "\u{FFFD}A"),
            ([1, 0xFF, 0xFE, 0x00, 0xD8, 0x41, 0], "\u{FFFD}A"),
        ] as [([UInt8], String)])
    func `what cannot be read is replaced by one mark`(_ content: [UInt8], _ title: String) throws {
        #expect(try Tagged.report { $0.add(frame: "TIT2", content) }.metadata.title == title)
    }

    /// An encoding that is none.
    @Test(arguments: [[9, 0x41], [0x41, 0x42]] as [[UInt8]])
    func `a text without an encoding is read all the same`(_ content: [UInt8]) throws {
        let title = try Tagged.report { $0.add(frame: "TIT2", content) }.metadata.title
        #expect(title == (content[0] == 9 ? "A" : "AB"))
    }

    /// PM13.
    @Test func `what is composed in parts is stored composed`() throws {
        let report = try Tagged.report { $0.add(text: "TPE1", ["Beyonce\u{301}"]) }
        #expect(report.metadata.artist?.unicodeScalars.count == 7)
    }

    private func id3v1(title: [UInt8]) -> [UInt8] {
        var tag = TrailingTags.id3v1()
        tag.replaceSubrange(3..<3 + title.count, with: title)
        return tag
    }
}
