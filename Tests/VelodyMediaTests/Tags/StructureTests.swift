import Testing
import VelodyDomain
import VelodyTesting

/// Tags that contradict each other, and tags that are built in odd ways.
struct StructureTests {
    /// A41, PM3.
    @Test func `ID3v2 wins over APE, and APE over ID3v1, field by field`() throws {
        var song = SongFixture(title: "Two", seed: 1)
        song.id3v2?.add(text: "TYER", ["1999"])
        song.trailer =
            TrailingTags.ape([
                ("Title", ["Ape"]), ("Artist", ["Ape", "Monkey"]), ("Year", ["2005"]),
            ]) + TrailingTags.id3v1(title: "One", artist: "One", album: "One", track: 9)
        let metadata = try Inspected(song).metadata
        #expect(metadata.title == "Two")
        #expect(metadata.artists == ["Ape", "Monkey"])
        #expect(metadata.album == "One")
        #expect(metadata.trackNumber == 9)
        #expect(metadata.year == 1999)
    }

    /// A42.
    @Test func `tags behind the audio are found, and are no audio, in any order`() throws {
        let parts = [
            TrailingTags.id3v1(title: "Old"), TrailingTags.lyrics3("la la"),
            TrailingTags.ape([("Album", ["Ape"])]), footed(title: "New"),
        ]
        for order in [[0, 1, 2, 3], [1, 2, 3, 0], [2, 0, 3, 1], [3, 2, 1, 0], [0, 3, 1, 2]] {
            let report = try Tagged.trailed(order.flatMap { parts[$0] })
            #expect(report.warnings.isEmpty, "\(order)")
            #expect(report.properties?.durationMs == SongFixture(seed: 1).durationMs)
            #expect(report.metadata.title == "New")
            #expect(report.metadata.album == "Ape")
        }
    }

    /// A42.
    @Test func `the letters TAG inside APETAGEX are no ID3v1 tag`() throws {
        let ape = TrailingTags.ape([("Title", [String(repeating: "x", count: 64)])])
        let report = try Tagged.trailed(ape)
        #expect(report.metadata.title?.count == 64)
        #expect(report.properties?.durationMs == SongFixture(seed: 1).durationMs)
    }

    /// A43.
    @Test func `of two tags in front the first wins, and the second fills`() throws {
        var first = ID3v2Fixture(.v23)
        first.add(text: "TIT2", ["First"], as: .latin1)
        first.add(text: "TYER", ["1990"], as: .latin1)
        var second = ID3v2Fixture(.v24)
        second.add(text: "TIT2", ["Second"])
        second.add(text: "TALB", ["Album"])
        second.add(text: "TDRC", ["2020"])
        let report = try Inspected(first.bytes + second.bytes + SongFixture(seed: 1).bytes).report
        #expect(report.metadata.title == "First")
        #expect(report.metadata.album == "Album")
        #expect(report.metadata.year == 1990)
        #expect(report.warnings.isEmpty)
    }

    /// A44.
    @Test(arguments: [ID3v2Fixture.Version.v23, .v24], ["TSSE", "XYZW", "TIT1", "????", "t!t2"])
    func `fields behind an empty, unknown or misnamed frame are read`(
        _ version: ID3v2Fixture.Version, _ name: String
    ) throws {
        for content in [[], [0], [0, 0x41, 0x42]] as [[UInt8]] {
            let metadata = try Tagged.report(version) { tag in
                tag.add(frame: name, content)
                tag.add(text: "TIT2", ["Title"], as: .latin1)
            }.metadata
            #expect(metadata.title == "Title", "\(name) \(content)")
        }
    }

    /// A44: frames that are not where they should be.
    @Test(arguments: [ID3v2Fixture.Version.v23, .v24], [1, 3, 200])
    func `fields behind stray bytes are read`(
        _ version: ID3v2Fixture.Version, _ count: Int
    ) throws {
        let metadata = try Tagged.report(version) { tag in
            tag.add(text: "TALB", ["Album"], as: .latin1)
            tag.add(raw: [UInt8](repeating: 0x2E, count: count))
            tag.add(text: "TIT2", ["Title"], as: .latin1)
            tag.add(text: "TPE1", ["Ann"], as: .latin1)
        }.metadata
        #expect([metadata.album, metadata.title, metadata.artist] == ["Album", "Title", "Ann"])
    }

    /// A44: a size that reaches beyond the tag.
    @Test func `fields behind a frame that claims too much are read`() throws {
        let metadata = try Tagged.report(.v23) { tag in
            tag.add(raw: Array("POPM".utf8) + [0, 0x10, 0, 0, 0, 0, 0x61, 0])
            tag.add(text: "TIT2", ["Title"], as: .latin1)
        }.metadata
        #expect(metadata.title == "Title")
    }

    /// A45.
    @Test(arguments: [ID3v2Fixture.Version.v23, .v24], ["TST ", "TSA\0", "TSP "])
    func `fields behind the names that iTunes wrote are read`(
        _ version: ID3v2Fixture.Version, _ name: String
    ) throws {
        let metadata = try Tagged.report(version) { tag in
            tag.add(text: name, ["sort"], as: .latin1)
            tag.add(text: "TT2 ", ["Title"], as: .latin1)
            tag.add(text: "TPE1", ["Ann"], as: .latin1)
        }.metadata
        #expect(metadata.title == "Title")
        #expect(metadata.artist == "Ann")
    }

    /// A46.
    @Test(arguments: [ID3v2Fixture.Version.v23, .v24], [100, 128, 200, 5000, 70_000])
    func `sizes are understood in either form`(
        _ version: ID3v2Fixture.Version, _ count: Int
    ) throws {
        for isLast in [false, true] {
            let result = try Tagged.inspected(version) { tag in
                tag.hasForeignSizes = true
                tag.add(text: "TPE1", ["Ann"], as: .latin1)
                tag.add(picture: PictureFixture.jpeg(filler: count))
                if !isLast { tag.add(text: "TIT2", ["Title"], as: .latin1) }
            }
            #expect(result.metadata.title == (isLast ? nil : "Title"))
            #expect(result.picture == PictureFixture.jpeg(filler: count))
        }
    }

    /// A47.
    @Test(arguments: [
        (ID3v2Fixture.Version.v23, [0, 0, 0, 6, 0, 0, 0, 0, 0, 0] as [UInt8]),
        (.v23, [0, 0, 0, 10, 0x80, 0, 0, 0, 0, 0, 1, 2, 3, 4]), (.v23, []),
        (.v24, [0, 0, 0, 6, 1, 0]), (.v24, [0, 0, 0, 12, 1, 0x20, 5, 1, 2, 3, 4, 5]), (.v24, []),
        (.v24, [0, 0, 0, 6, 0, 0, 0, 0, 0, 0]), (.v23, [0, 0, 0, 10, 0, 0, 0, 0, 0, 0]),
    ])
    func `extended headers, right or wrong or absent, hide nothing`(
        _ version: ID3v2Fixture.Version, _ header: [UInt8]
    ) throws {
        let metadata = try Tagged.report(version) { tag in
            tag.flags = 0x40
            tag.extendedHeader = header
            tag.add(text: "TIT2", ["Title"], as: .latin1)
        }.metadata
        #expect(metadata.title == "Title")
    }

    /// A45 to A47 once more: a byte for the group stands in front of the text.
    @Test func `grouped and length-marked frames are read`() throws {
        let third = try Tagged.report(.v23) { tag in
            tag.add(frame: "TIT2", [7, 0] + Array("Title".utf8), flags: 0x20)
        }
        #expect(third.metadata.title == "Title")
        let fourth = try Tagged.report(.v24) { tag in
            tag.add(frame: "TIT2", [7, 0, 0, 0, 6, 3] + Array("Title".utf8), flags: 0x41)
        }
        #expect(fourth.metadata.title == "Title")
    }

    /// Compression in both versions; encryption hides only its own frame.
    @Test func `compressed frames are opened, encrypted ones passed over`() throws {
        let packed = Deflated.letters(259)
        let third = try Tagged.report(.v23) { tag in
            tag.add(frame: "TPE1", [0, 0, 1, 3] + packed, flags: 0x80)
            tag.add(frame: "TALB", [1, 9, 9, 9], flags: 0x40)
            tag.add(text: "TIT2", ["Title"], as: .latin1)
        }
        #expect(third.metadata.title == "Title")
        #expect(third.metadata.album == nil)
        #expect(third.metadata.artist == String(repeating: "A", count: 259))
        let fourth = try Tagged.report(.v24) { tag in
            tag.add(frame: "TPE1", [0, 0, 2, 3] + packed, flags: 0x09)
        }
        #expect(fourth.metadata.artist == String(repeating: "A", count: 259))
    }

    /// A23.
    @Test func `every field of the oldest version is read`() throws {
        let result = try Tagged.inspected(.v22) { tag in
            tag.add(text: "TT2", ["Title"], as: .utf16)
            tag.add(text: "TP1", ["Ann"], as: .latin1)
            tag.add(text: "TAL", ["Album"], as: .latin1)
            tag.add(text: "TP2", ["Band"], as: .latin1)
            tag.add(text: "TCO", ["(17)"], as: .latin1)
            tag.add(text: "TRK", ["3/12"], as: .latin1)
            tag.add(text: "TPA", ["1/2"], as: .latin1)
            tag.add(text: "TYE", ["1999"], as: .latin1)
            tag.add(picture: PictureFixture.jpeg())
        }
        let metadata = result.metadata
        #expect([metadata.title, metadata.artist, metadata.album] == ["Title", "Ann", "Album"])
        #expect(metadata.albumArtist == "Band")
        #expect(metadata.genres == ["Rock"])
        #expect([metadata.trackNumber, metadata.trackTotal, metadata.year] == [3, 12, 1999])
        #expect([metadata.discNumber, metadata.discTotal] == [1, 2])
        #expect(result.picture == PictureFixture.jpeg())
    }

    private func footed(title: String) -> [UInt8] {
        var tag = ID3v2Fixture(.v24)
        tag.flags = 0x10
        tag.add(text: "TIT2", [title])
        return tag.bytes + Array("3DI".utf8) + tag.bytes[3..<10]
    }
}
