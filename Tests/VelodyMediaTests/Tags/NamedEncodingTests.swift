import Testing
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// Text whose encoding the owner of the file has named.
struct NamedEncodingTests {
    static let words: [(encoding: LegacyEncoding, bytes: [UInt8], text: String)] = [
        (
            .windows1250, [0x44, 0x76, 0x6F, 0xF8, 0xE1, 0x6B, 0x20, 0x8E, 0x6C, 0x75, 0x9D],
            "Dvořák Žluť"
        ),
        (.windows1251, [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
        (.windows1252, [0x43, 0x61, 0x66, 0xE9, 0x20, 0x93, 0xDF, 0x94], "Café “ß”"),
        (.windows1253, [0xC3, 0xE5, 0xE9, 0xDC, 0x20, 0xF3, 0xEF, 0xF5], "Γειά σου"),
        (.windows1254, [0xDE, 0x61, 0x72, 0x6B, 0xFD], "Şarkı"),
        (.windows1255, [0xF9, 0xEC, 0xE5, 0xED], "שלום"),
        (.windows1256, [0xD3, 0xE1, 0xC7, 0xE3], "سلام"),
        (.windows1257, [0xDE, 0xE0, 0x73, 0xF8], "Žąsų"),
        (.windows1258, [0xD0, 0xFD, 0xF5], "Đươ"),
        (.windows874, [0xCA, 0xC7, 0xD1, 0xCA, 0xB4, 0xD5], "สวัสดี"),
        (.koi8r, [0xF0, 0xC5, 0xD3, 0xCE, 0xD1], "Песня"),
        (.koi8u, [0xB7, 0xD6, 0xC1, 0xCB], "Їжак"),
        (.ibm866, [0x8F, 0xA5, 0xE1, 0xAD, 0xEF], "Песня"),
        (.macintosh, [0x46, 0x9F, 0x72, 0x20, 0x83, 0x6C, 0x69, 0x73, 0x65], "Für Élise"),
        (.macCyrillic, [0x8F, 0xE5, 0xF1, 0xED, 0xDF], "Песня"),
        (.iso1, [0x43, 0x61, 0x66, 0xE9], "Café"),
        (.iso2, [0x44, 0x76, 0x6F, 0xF8, 0xE1, 0x6B], "Dvořák"),
        (.iso3, [0xF8, 0x69, 0x73], "ĝis"),
        (.iso4, [0xBB, 0xB5], "ģĩ"),
        (.iso5, [0xBF, 0xD5, 0xE1, 0xDD, 0xEF], "Песня"),
        (.iso6, [0xD3, 0xE4, 0xC7, 0xE5], "سلام"),
        (.iso7, [0xC3, 0xE5, 0xE9, 0xE1], "Γεια"),
        (.iso8, [0xF9, 0xEC, 0xE5, 0xED], "שלום"),
        (.iso9, [0xDE, 0x61, 0x72, 0x6B, 0xFD], "Şarkı"),
        (.iso10, [0xDE, 0xF3, 0x72, 0xF0, 0x69, 0xF0], "Þórðið"),
        (.iso13, [0xDE, 0xE0, 0x73, 0xF8], "Žąsų"),
        (.iso14, [0xD0, 0xFE], "Ŵŷ"),
        (.iso15, [0x43, 0xBD, 0x75, 0x72, 0x20, 0xA4], "Cœur €"),
        (.iso16, [0xDE, 0x61, 0x72, 0xE3], "Țară"),
        (.shiftJIS, [0x83, 0x54, 0x83, 0x93, 0x83, 0x76, 0x83, 0x8B, 0x87, 0x40], "サンプル①"),
        (.eucJP, [0xA5, 0xB5, 0xA5, 0xF3, 0xA5, 0xD7, 0xA5, 0xEB], "サンプル"),
        (.gbk, [0xD6, 0xD0, 0xCE, 0xC4, 0xC1, 0xAA, 0xCD, 0xA8], "中文联通"),
        (.big5, [0xA4, 0xA4, 0xA4, 0xE5], "中文"),
        (.eucKR, [0xBE, 0xC8, 0xB3, 0xE7, 0x20, 0x8C, 0x63], "안녕 똠"),
    ]

    /// A27: behind the fence, where no file can be opened any more.
    @Test func `text is read in every encoding that can be named`() throws {
        #expect(Set(Self.words.map(\.encoding)) == Set(LegacyEncoding.allCases))
        let pool = InspectorPool(executable: InspectorProgram.path, workers: 1)
        defer { pool.shutdown() }
        for word in Self.words {
            let report = try pool.inspect(
                song(title: word.bytes), into: ScratchFile(), readingTextAs: word.encoding)
            #expect(report.metadata.title == word.text, "\(word.encoding)")
            #expect(report.warnings.isEmpty, "\(word.encoding)")
        }
        #expect(pool.workers.count == 1)
    }

    /// A27.
    @Test func `a name reaches the tags behind the audio too`() throws {
        let bytes: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
        var song = SongFixture(seed: 1)
        song.trailer = id3v1(title: bytes)
        #expect(try title(song.bytes, .windows1251) == "Привет")
        song.trailer = TrailingTags.ape([("Title", ["??????"])])
        let place = try #require(song.trailer.firstIndex(of: UInt8(ascii: "?")))
        song.trailer.replaceSubrange(place..<place + 6, with: bytes)
        #expect(try title(song.bytes, .windows1251) == "Привет")
    }

    /// Thirty bytes may end amid a letter of two.
    @Test func `a field of fixed size may have cut its last letter`() throws {
        var field: [UInt8] = [0x78]
        for _ in 0..<15 { field += [0x83, 0x54] }
        var song = SongFixture(seed: 1)
        song.trailer = id3v1(title: Array(field.prefix(30)))
        #expect(try title(song.bytes, .shiftJIS) == "x" + String(repeating: "サ", count: 14))
    }

    @Test func `what says its encoding is read as it says`() throws {
        let song = SongFixture(title: "Добро", seed: 1)
        #expect(try title(song.bytes, .shiftJIS) == "Добро")
    }

    /// A name that does not fit is no reason to lose what was readable, nor to call it certain.
    @Test func `bytes that are not of the encoding are read as without a name`() throws {
        let report = try Inspected(song(title: [0x43, 0xFF]), readingTextAs: .eucKR).report
        #expect(report.metadata.title == "C\u{FF}")
        #expect(report.warnings == ["encoding-guess"])
    }

    @Test func `letters of ASCII stand for themselves`() throws {
        let text = #"AC\DC ~"#
        #expect(try title(song(title: Array(text.utf8)), .shiftJIS) == text)
    }

    private func song(title: [UInt8]) -> [UInt8] {
        var song = SongFixture(seed: 1)
        var tag = ID3v2Fixture(.v23)
        tag.add(frame: "TIT2", [0] + title)
        song.id3v2 = tag
        return song.bytes
    }

    private func id3v1(title: [UInt8]) -> [UInt8] {
        var tag = TrailingTags.id3v1()
        tag.replaceSubrange(3..<3 + title.count, with: title)
        return tag
    }

    private func title(_ bytes: [UInt8], _ encoding: LegacyEncoding) throws -> String? {
        try Inspected(bytes, readingTextAs: encoding).metadata.title
    }
}
