import Testing
import VelodyDomain
import VelodyTesting

/// Several values, genres, years and numbers.
struct ValueTests {
    /// A33, PM4.
    @Test(arguments: ["AC/DC", "A; B", "Kairon; IRSE!", "A / B", "A feat. B"])
    func `no separator splits what the file has as one`(_ artist: String) throws {
        let metadata = try Tagged.report(.v23) {
            $0.add(text: "TPE1", [artist], as: .latin1)
        }.metadata
        #expect(metadata.artists == [artist])
        #expect(metadata.artist == artist)
    }

    /// A34, A35, PM12.
    @Test(arguments: [ID3v2Fixture.Version.v22, .v23, .v24])
    func `values between NULs, and repeated frames, are all kept in order`(
        _ version: ID3v2Fixture.Version
    ) throws {
        let names = version == .v22 ? ("TP1", "TCO") : ("TPE1", "TCON")
        for encoding in [ID3v2Fixture.Encoding.latin1, .utf16] {
            let metadata = try Tagged.report(version) { tag in
                tag.add(text: names.0, ["Zoe", "Ann"], as: encoding)
                tag.add(text: names.0, ["Bob"], as: encoding)
                tag.add(text: names.1, ["Soul", "Rock"], as: encoding)
            }.metadata
            #expect(metadata.artists == ["Zoe", "Ann", "Bob"])
            #expect(metadata.artist == "Zoe; Ann; Bob")
            #expect(metadata.genres == ["Soul", "Rock"])
        }
    }

    /// PM4, PM5: taggers write the list beside the artist that is shown.
    @Test func `a list of artists is kept beside the artist that is shown`() throws {
        let metadata = try Tagged.report { tag in
            tag.add(text: "TPE1", ["Ann feat. Bob"])
            tag.add(text: "TXXX", ["Artists", "Ann", "Bob"])
            tag.add(text: "TXXX", ["comment", "Zoe"])
        }.metadata
        #expect(metadata.artist == "Ann feat. Bob")
        #expect(metadata.artists == ["Ann", "Bob"])
        let joined = try Tagged.report { tag in
            tag.add(text: "TPE1", ["Ann feat. Bob"])
            tag.add(text: "TXXX", ["ARTISTS", "Ann/Bob"])
        }.metadata
        #expect(joined.artists == ["Ann feat. Bob"])
    }

    /// A36, A37.
    @Test(arguments: [
        ("(17)", ["Rock"]), ("17", ["Rock"]), ("(17)Rock", ["Rock"]), ("(17)rock", ["Rock"]),
        ("(51)(39)", ["Techno-Industrial", "Noise"]), ("(4)Eurodisco", ["Disco", "Eurodisco"]),
        ("0", ["Blues"]), ("191", ["Psybient"]), ("192", ["192"]), ("80s", ["80s"]),
        ("1979", ["1979"]), ("255", []), ("(255)", []), ("((odd)", ["(odd)"]),
        ("(RX)(CR)", ["Remix", "Cover"]), ("CR", ["Cover"]), ("(none)", ["(none)"]),
        ("99999999999999999999", ["99999999999999999999"]), ("(", ["("]), ("()", ["()"]),
        ("R&B/Soul", ["R&B/Soul"]),
    ])
    func `a genre's number becomes its name`(_ text: String, _ genres: [String]) throws {
        #expect(try Tagged.report { $0.add(text: "TCON", [text]) }.metadata.genres == genres)
    }

    /// A38, A39, PM7.
    @Test(
        arguments: [
            (["TDRC": "2014-05-21"], 2014), (["TDRC": "Oct 3, 1995"], 1995),
            (["TYER": "1984"], 1984),
            (["TDRL": "2020"], 2020), (["TDRC": "0000", "TYER": "1999"], 1999),
            (["TDRC": "2001", "TYER": "1999", "TDRL": "2020"], 2001), (["TDOR": "1996"], nil),
            (["TORY": "1996"], nil), (["TDRC": "99"], nil), (["TDRC": "19951003"], 1995),
            (["TDRC": "3000"], nil), (["TDRC": "2014-05-21T10:00"], 2014),
            (["TDRC": "nonsense"], nil),
        ] as [([String: String], Int?)])
    func `the year is that of the recording, else of the release`(
        _ frames: [String: String], _ year: Int?
    ) throws {
        let metadata = try Tagged.report { tag in
            for (name, text) in frames.sorted(by: { $0.key > $1.key }) {
                tag.add(text: name, [text])
            }
        }.metadata
        #expect(metadata.year == year)
    }

    /// A40, PM8.
    @Test(
        arguments: [
            ("3/12", 3, 12), ("03/06", 3, 6), ("6/0", 6, nil), ("A1", nil, nil), ("-1", nil, nil),
            ("99999999999", nil, nil), ("1/4/4/4", 1, nil), ("2147483648", nil, nil),
            ("0", nil, nil), ("/", nil, nil), ("0/12", nil, 12), (" 7 / 9 ", 7, 9),
            ("9999", 9999, nil), ("10000", nil, nil),
        ] as [(String, Int?, Int?)])
    func `a number is one that is kept, or none`(
        _ text: String, _ number: Int?, _ total: Int?
    ) throws {
        let report = try Tagged.report { tag in
            tag.add(text: "TRCK", [text])
            tag.add(text: "TPOS", [text])
        }
        #expect(report.metadata.trackNumber == number)
        #expect(report.metadata.trackTotal == total)
        #expect(report.metadata.discNumber == number)
        #expect(report.metadata.discTotal == total)
        // Zero is how writers say nothing.
        let saysNothing = ["0", "/"].contains(text) || total == 12
        let isLost = number == nil && !saysNothing || text == "1/4/4/4"
        #expect(report.warnings == (isLost ? ["number-out-of-range"] : []))
    }

    /// A31, and the limits of the database.
    @Test func `long texts are cut, and many values are not all kept`() throws {
        let metadata = try Tagged.report { tag in
            tag.add(text: "TIT2", [String(repeating: "x", count: 2_000_000)])
            tag.add(text: "TPE1", (0..<500).map { "artist \($0)" })
        }.metadata
        #expect(metadata.title?.count == 1_000)
        #expect(metadata.artists.count == 32)
    }
}
