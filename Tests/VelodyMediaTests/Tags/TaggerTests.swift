import Testing
import VelodyDomain
import VelodyTesting

/// What taggers write that is not in the standards, and what they write not quite as those say.
struct TaggerTests {
    /// foobar2000 has no use for TPE2.
    @Test(
        arguments: [ID3v2Fixture.Version.v22, .v23, .v24], ["ALBUM ARTIST", "AlbumArtist"])
    func `the album's artist is found under its own name`(
        _ version: ID3v2Fixture.Version, _ name: String
    ) throws {
        for encoding in [ID3v2Fixture.Encoding.latin1, .utf16] {
            let metadata = try Tagged.report(version) {
                $0.add(text: version == .v22 ? "TXX" : "TXXX", [name, "Ann"], as: encoding)
            }.metadata
            #expect(metadata.albumArtist == "Ann", "\(encoding)")
        }
    }

    @Test func `the album's artist in its frame wins over one under another name`() throws {
        let metadata = try Tagged.report { tag in
            tag.add(text: "TXXX", ["ALBUM ARTIST", "Ann"])
            tag.add(text: "TPE2", ["Band"])
        }.metadata
        #expect(metadata.albumArtist == "Band")
    }

    /// PM4: each text of UTF-16 may have a mark of its own, the name too.
    @Test func `a list of artists is found in UTF-16`() throws {
        let wide = { (text: String) in ID3v2Fixture.encode(text, as: .utf16) }
        let metadata = try Tagged.report(.v23) { tag in
            tag.add(text: "TPE1", ["Ann & Bob"], as: .utf16)
            tag.add(frame: "TXXX", [1] + wide("ARTISTS") + [0, 0] + wide("Ann\0Bob"))
        }.metadata
        #expect(metadata.artist == "Ann & Bob")
        #expect(metadata.artists == ["Ann", "Bob"])
    }

    @Test func `totals are found under their own names`() throws {
        let metadata = try Tagged.report { tag in
            tag.add(text: "TRCK", ["3"])
            tag.add(text: "TXXX", ["TOTALTRACKS", "12"])
            tag.add(text: "TPOS", ["1"])
            tag.add(text: "TXXX", ["DISCTOTAL", "2"])
        }.metadata
        #expect([metadata.trackNumber, metadata.trackTotal] == [3, 12])
        #expect([metadata.discNumber, metadata.discTotal] == [1, 2])
    }

    /// A47: all that v2.3 can do to a tag at once, checksum and all.
    @Test(arguments: [false, true])
    func `an extended header inside an unsynchronised tag is gone over`(
        _ hasChecksum: Bool
    ) throws {
        let cover = PictureFixture.jpeg() + [0xFF, 0, 0xFF, 0xE0]
        let result = try Tagged.inspected(.v23) { tag in
            tag.isUnsynchronised = true
            tag.flags = 0x40
            tag.extendedHeader =
                hasChecksum
                ? [0, 0, 0, 10, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xE0, 0xFF, 0xFF]
                : [0, 0, 0, 6, 0, 0, 0, 0, 0, 0]
            tag.add(text: "TIT2", ["Tÿþ"], as: .utf16)
            tag.add(picture: cover)
        }
        #expect(result.metadata.title == "Tÿþ")
        #expect(result.picture == cover)
    }

    /// A54: a length of the content belongs in front, and is sometimes left out.
    @Test func `fields beside a compressed frame without a length are read`() throws {
        // "\3One", by zlib.
        let packed: [UInt8] = [
            0x78, 0x9C, 0x63, 0xF6, 0xCF, 0x4B, 0x05, 0x00, 0x02, 0x3E, 0x01, 0x26,
        ]
        let metadata = try Tagged.report { tag in
            tag.add(frame: "TIT2", packed, flags: 0x08)
            tag.add(text: "TALB", ["Album"])
        }.metadata
        #expect([metadata.title, metadata.album] == ["One", "Album"])
    }

    /// A29: letters without any zero byte, in either order.
    @Test func `letters of two full bytes are read`() throws {
        for (encoding, mark) in [(UInt8(2), []), (1, [0xFE, 0xFF])] as [(UInt8, [UInt8])] {
            let text = ID3v2Fixture.encode("中文歌曲", as: .utf16BigEndian)
            let report = try Tagged.report { $0.add(frame: "TIT2", [encoding] + mark + text) }
            #expect(report.metadata.title == "中文歌曲")
        }
        let report = try Tagged.report(.v23) {
            $0.add(frame: "TIT2", [1, 0x2D, 0x4E, 0x87, 0x65])
        }
        #expect(report.metadata.title == "中文")
    }

    /// A29: the byte that should say the encoding is wrong.
    @Test(
        arguments: [
            [1] + Array("Hello!".utf8), [2] + Array("Hello!".utf8),
            [0, 0xFF, 0xFE] + Array("H\0e\0l\0l\0o\0!\0".utf8),
            [3, 0xFE, 0xFF] + Array("\0H\0e\0l\0l\0o\0!".utf8),
        ] as [[UInt8]])
    func `text in another encoding than it says is read`(_ content: [UInt8]) throws {
        let report = try Tagged.report(.v23) { $0.add(frame: "TIT2", content) }
        #expect(report.metadata.title == "Hello!")
        #expect(report.warnings.isEmpty)
    }

    /// A44: flags that promise a length where none is.
    @Test func `a frame without the length that it announces is read`() throws {
        let metadata = try Tagged.report { tag in
            tag.add(frame: "TIT2", [3] + Array("Title here".utf8), flags: 0x01)
            tag.add(text: "TALB", ["Album"])
        }.metadata
        #expect([metadata.title, metadata.album] == ["Title here", "Album"])
    }

    /// A46: zeros in a picture look like the room at the end of a tag.
    @Test func `a plain size is understood though zeros stand at the other`() throws {
        let zeros = [UInt8](repeating: 0, count: 600)
        let cover = PictureFixture.png(filler: 0) + zeros + [1, 2, 3]
        let result = try Tagged.inspected { tag in
            tag.hasForeignSizes = true
            tag.padding = 100
            tag.add(picture: cover, mime: "image/png")
            tag.add(text: "TIT2", ["Title"])
        }
        #expect(result.picture == cover)
        #expect(result.metadata.title == "Title")
    }

    /// A48: v2.3 as v2.4 does it.
    @Test func `frames of v2_3 that are unsynchronised one by one are read`() throws {
        let cover = PictureFixture.jpeg() + [0xFF, 0xE0, 0xFF, 0, 0xFF, 0xFF]
        let content = [0] + Array("image/jpeg".utf8) + [0, 3, 0] + cover
        let result = try Tagged.inspected(.v23) { tag in
            tag.flags = 0x80
            tag.add(frame: "APIC", ID3v2Fixture.unsynchronised(content))
            tag.add(text: "TIT2", ["Title"], as: .latin1)
        }
        #expect(result.picture == cover)
        #expect(result.metadata.title == "Title")
    }

    /// PM3: a letter is never lost in silence.
    @Test func `letters that nobody can read are told`() throws {
        let report = try Tagged.report { $0.add(frame: "TIT2", [3] + Array("Caf".utf8) + [0xE9]) }
        #expect(report.metadata.title == "Caf\u{FFFD}")
        #expect(report.warnings == ["text-damaged"])
        let other = try Tagged.report { tag in
            tag.add(text: "TIT2", ["Whole"])
            tag.add(frame: "COMM", [3, 0x65, 0x6E, 0x67, 0, 0xFF])
        }
        #expect(other.warnings.isEmpty)
    }

    /// A38: a day and a time beside the year, and a date where only a year belongs.
    @Test(arguments: [["TYER": "1999", "TDAT": "2512", "TIME": "1200"], ["TYER": "1999-10"]])
    func `a year with a day beside it is read`(_ frames: [String: String]) throws {
        let report = try Tagged.report(.v23) { tag in
            for (name, text) in frames { tag.add(text: name, [text], as: .latin1) }
        }
        #expect(report.metadata.year == 1999)
        #expect(report.warnings.isEmpty)
    }

    /// A40.
    @Test func `half of a pair is read`() throws {
        for (text, number, total) in [("03/", 3, nil), ("/12", nil, 12)] as [(String, Int?, Int?)] {
            let report = try Tagged.report { $0.add(text: "TRCK", [text]) }
            #expect([report.metadata.trackNumber, report.metadata.trackTotal] == [number, total])
            #expect(report.warnings.isEmpty)
        }
    }

    /// PM8: for every number.
    @Test(arguments: ["TRCK", "TPOS"])
    func `a total that is not kept is told`(_ name: String) throws {
        let report = try Tagged.report { $0.add(text: name, ["3/2147483648"]) }
        #expect(report.warnings == ["number-out-of-range"])
        #expect(report.metadata.trackTotal == nil && report.metadata.discTotal == nil)
    }
}
