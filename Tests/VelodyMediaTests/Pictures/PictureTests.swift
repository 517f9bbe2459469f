import Testing
import VelodyDomain
import VelodyTesting

/// Which picture is taken, and that it is taken as it is.
struct PictureTests {
    /// Bytes that unsynchronisation has to touch in every way.
    private static let tricky =
        PictureFixture.jpeg(filler: 0)
        + [0xFF, 0, 0xFF, 0, 0, 0xFF, 0xE0, 0xFF, 0xFB, 0x90, 0xFF, 0xFF, 0xFF, 0, 0xFF]

    /// A48: the whole tag; the frame; the tag of the version whose frames are.
    @Test func `a picture is byte-identical in every form of unsynchronisation`() throws {
        for version in [ID3v2Fixture.Version.v22, .v23, .v24] {
            let result = try Tagged.inspected(version) { tag in
                tag.isUnsynchronised = true
                tag.add(picture: Self.tricky)
                tag.add(text: version == .v22 ? "TT2" : "TIT2", ["Tÿé"], as: .latin1)
            }
            #expect(result.picture == Self.tricky, "\(version)")
            #expect(result.metadata.title == "Tÿé")
        }
    }

    /// A48.
    @Test(arguments: [0x00, 0x80], [0x02, 0x03])
    func `a picture is byte-identical where only its frame is unsynchronised`(
        _ tagFlags: UInt8, _ flags: UInt8
    ) throws {
        let content = [0] + Array("image/jpeg".utf8) + [0, 3, 0] + Self.tricky
        let length = flags & 1 == 0 ? [] : ID3v2Fixture.syncsafe(content.count)
        let result = try Tagged.inspected(.v24) { tag in
            tag.flags = tagFlags
            tag.add(
                frame: "APIC", length + ID3v2Fixture.unsynchronised(content), flags: flags)
            tag.add(text: "TIT2", ["Title"])
        }
        #expect(result.picture == Self.tricky)
        #expect(result.metadata.title == "Title")
    }

    /// A48: writers that set the flag and forget the deed.
    @Test(arguments: [ID3v2Fixture.Version.v23, .v24])
    func `what was never unsynchronised is not undone`(_ version: ID3v2Fixture.Version) throws {
        let result = try Tagged.inspected(version) { tag in
            tag.flags = 0x80
            tag.add(picture: Self.tricky)
        }
        #expect(result.picture == Self.tricky)
    }

    /// A49.
    @Test(arguments: [
        ("image/jpg", MediaType.jpeg), ("IMAGE/PNG", .png), ("image/jpeg", .png), ("", .jpeg),
        ("text/html", .gif), ("JPG", .webp), ("application/octet-stream", .jpeg),
    ])
    func `the type is that of the picture's own bytes`(_ mime: String, _ type: MediaType) throws {
        let bytes: [UInt8] =
            switch type {
            case .png: PictureFixture.png()
            case .gif: PictureFixture.gif()
            case .webp: PictureFixture.webp()
            default: PictureFixture.jpeg()
            }
        let result = try Tagged.inspected { $0.add(picture: bytes, mime: mime) }
        #expect(result.report.picture?.type == type)
        #expect(result.report.picture?.width == 600)
        #expect(result.picture == bytes)
    }

    /// A50.
    @Test func `a link is no picture`() throws {
        let report = try Tagged.report {
            $0.add(picture: Array("http://localhost/a.jpg".utf8), mime: "-->")
        }
        #expect(report.picture == nil)
        let old = try Tagged.report(.v22) {
            $0.add(frame: "PIC", [0] + Array("-->".utf8) + [3, 0] + Array("http://a".utf8))
        }
        #expect(old.picture == nil)
    }

    /// A21, A22, A51.
    @Test(arguments: [1_000, 100_000, 1_000_000, 12_000_000])
    func `a cover of any usual size is taken`(_ size: Int) throws {
        let cover = PictureFixture.jpeg(filler: size)
        let result = try Tagged.inspected { $0.add(picture: cover) }
        #expect(result.report.verdict == .accept)
        #expect(result.report.warnings.isEmpty)
        #expect(result.picture == cover)
    }

    /// A22, A51.
    @Test func `a cover beyond the limits is passed over, and the song is taken`() throws {
        let large = try Tagged.report {
            $0.add(picture: PictureFixture.jpeg(filler: 20_000_000))
            $0.add(text: "TIT2", ["Title"])
        }
        let wide = try Tagged.report {
            $0.add(picture: PictureFixture.png(width: 9000, height: 9000))
        }
        for report in [large, wide] {
            #expect(report.verdict == .accept)
            #expect(report.picture == nil)
            #expect(report.warnings == ["picture-skipped"])
        }
        #expect(large.metadata.title == "Title")
    }

    /// PA1: four thousand million pixels a side, whose product fits into no number.
    @Test func `a picture of absurd size is passed over`() throws {
        let report = try Tagged.report {
            $0.add(picture: PictureFixture.png(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF))
        }
        #expect(report.verdict == .accept)
        #expect(report.warnings == ["picture-skipped"])
    }

    /// A51: a profile and a preview in front of the frame header.
    @Test func `a JPEG's size is found behind large blocks`() throws {
        var cover = PictureFixture.jpeg()
        let block: [UInt8] = [0xFF, 0xE2, 0xFF, 0xFF] + [UInt8](repeating: 0x41, count: 65_533)
        cover.insert(contentsOf: block + block + block, at: 20)
        let result = try Tagged.inspected { $0.add(picture: cover) }
        #expect(result.report.picture?.width == 600)
        #expect(result.picture == cover)
    }

    /// A52.
    @Test func `the front cover wins, else the first; icons never do`() throws {
        let (front, back) = (PictureFixture.jpeg(width: 300), PictureFixture.png(width: 200))
        let both = try Tagged.inspected { tag in
            tag.add(picture: back, type: 4)
            tag.add(picture: front, type: 3)
        }
        #expect(both.picture == front)
        let first = try Tagged.inspected { tag in
            tag.add(picture: PictureFixture.png(width: 32, height: 32), type: 1)
            tag.add(picture: PictureFixture.png(width: 33, height: 33), type: 2)
            tag.add(picture: back, type: 4)
            tag.add(picture: front, type: 0)
        }
        #expect(first.picture == back)
    }

    /// A53.
    @Test(arguments: ["<svg xmlns='http://www.w3.org/2000/svg'/>", "<html></html>", "GIF8", ""])
    func `what is no picture is never taken for one`(_ text: String) throws {
        let report = try Tagged.report { $0.add(picture: Array(text.utf8), mime: "image/jpeg") }
        #expect(report.picture == nil)
        #expect(report.warnings == ["picture-skipped"])
    }

    /// PA4.
    @Test(
        arguments: [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF, 0xE0, 0, 0],
            [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 5000),
        ] as [[UInt8]])
    func `a broken picture stops nothing`(_ bytes: [UInt8]) throws {
        let result = try Tagged.inspected { tag in
            tag.add(picture: bytes)
            tag.add(picture: PictureFixture.png(), type: 4)
            tag.add(text: "TIT2", ["Title"])
        }
        #expect(result.report.verdict == .accept)
        #expect(result.metadata.title == "Title")
        #expect(result.picture == PictureFixture.png())
        #expect(result.report.warnings == ["picture-skipped"])
    }

    /// A description in UTF-16 ends behind two zeros at an even place.
    @Test func `a wide description is gone over`() throws {
        let cover = PictureFixture.png()
        let name: [UInt8] = [0xFF, 0xFE, 0, 0x41, 0x41, 0, 0, 0]
        let result = try Tagged.inspected {
            $0.add(frame: "APIC", [1] + Array("image/png".utf8) + [0, 3] + name + cover)
        }
        #expect(result.picture == cover)
    }

    @Test func `the picture of an APE tag is taken`() throws {
        var song = SongFixture(seed: 1)
        let cover = PictureFixture.jpeg(filler: 5000)
        song.trailer = TrailingTags.ape(
            [("Title", ["Ape"])], cover: Array("front.jpg".utf8) + [0] + cover)
        let result = try Inspected(song)
        #expect(result.picture == cover)
        #expect(result.metadata.title == "Ape")
    }

    /// A51: descriptions that end otherwise than their encoding says, and what v2.2 had in front.
    @Test(
        arguments: [
            [1] + Array("image/jpeg\0\u{3}\0".utf8), [1] + Array("image/jpeg\0\u{3}Cover\0".utf8),
            [0] + Array("JPG\u{3}\0".utf8), [0] + Array("image/jpeg\0\u{3}\0\0".utf8),
        ] as [[UInt8]])
    func `a picture begins where its own bytes say`(_ head: [UInt8]) throws {
        let cover = PictureFixture.jpeg()
        let result = try Tagged.inspected { $0.add(frame: "APIC", head + cover) }
        #expect(result.picture == cover)
        #expect(result.report.warnings.isEmpty)
    }

    @Test func `the picture of an APE tag needs no name`() throws {
        var song = SongFixture(seed: 1)
        let cover = PictureFixture.jpeg(filler: 5000)
        song.trailer = TrailingTags.ape([("Title", ["Ape"])], cover: cover)
        #expect(try Inspected(song).picture == cover)
    }
}
