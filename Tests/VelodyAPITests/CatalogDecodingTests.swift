import Testing
import VelodyDomain
import VelodyHTTP

@testable import VelodyAPI

/// How lists and edits are asked for.
@Suite struct CatalogDecodingTests {
    private func query(_ text: String) throws -> TrackQuery {
        var query = Query(text[...])
        let tracks = query.tracks()
        try query.finish()
        return tracks
    }

    private func violations(_ body: () throws -> Void) -> [Violation] {
        do {
            try body()
            return []
        } catch RequestError.invalid(let violations) {
            return violations
        } catch {
            return []
        }
    }

    @Test func `nothing said is the newest active tracks`() throws {
        #expect(try query("") == TrackQuery())
        #expect(try query("q=&artist=%20&album=%E2%80%8B%09").search == nil)
    }

    @Test func `each parameter is read, and an order has its natural direction`() throws {
        let read = try query(
            "q=a+b&artist=A%26B&album=%25&albumArtist=c&genre=d&year=1999&sort=title&status=all")
        #expect(read.search == "a b")
        #expect(read.artist == "A&B")
        #expect(read.album == "%")
        #expect(read.albumArtist == "c")
        #expect(read.genre == "d")
        #expect(read.year == 1999)
        #expect(read.order == .ascending)
        #expect(read.status == .all)
        #expect(try query("sort=updatedAt").order == .descending)
        #expect(try query("sort=year&order=desc").order == .descending)
    }

    @Test(arguments: [
        ("q=%00", "q"), ("artist=a%00b", "artist"), ("sort=Title", "sort"), ("sort=", "sort"),
        ("order=up", "order"), ("status=gone", "status"), ("year=0", "year"), ("year=", "year"),
        ("year=99999999999999999999", "year"), ("q=%FF", "q"), ("q=a&q=b", "q"),
        ("q=" + String(repeating: "x", count: 1_001), "q"),
    ])
    func `what is wrong is named`(text: String, parameter: String) {
        #expect(violations { _ = try query(text) }.map(\.place) == [.parameter(parameter)])
    }

    @Test func `a cursor that decodes to nothing is named`() {
        let found = violations {
            var query = Query("cursor=")
            let position: Int? = query.cursor { _ in nil }
            #expect(position == nil)
            try query.finish()
        }
        #expect(found.map(\.place) == [.parameter("cursor")])
    }

    private func edits(_ json: String) throws -> TrackEdits {
        try JSONBody.decode(EditBody.self, from: Array(json.utf8)).edits()
    }

    @Test func `members that are there are edited, null and blank empty them`() throws {
        let read = try edits(
            #"{"title":" T\u0000 ","artist":null,"album":"  ","year":1999,"discTotal":null,"x":{}}"#
        )
        #expect(read.texts == [.title: "T", .artist: nil, .album: nil])
        #expect(read.numbers == [.year: 1999, .discTotal: nil])
        #expect(try edits("{}").isEmpty)
    }

    @Test(arguments: [
        #"{"title":1}"#, #"{"title":[]}"#, #"{"title":{}}"#, #"{"year":"1999"}"#, #"{"year":1.5}"#,
        #"{"year":true}"#, #"{"year":999}"#, #"{"year":1e300}"#, #"{"trackNumber":0}"#,
        #"{"discTotal":10000}"#, #"{"id":"x"}"#, #"{"version":null}"#, #"{"artists":[]}"#,
        #"{"genres":["a"]}"#, #"{"audio":{}}"#, #"{"artwork":null}"#, #"{"deletedAt":null}"#,
        #"{"status":"active","title":"x"}"#,
    ])
    func `wrong types, ranges and read-only members are named`(json: String) throws {
        let found = violations { _ = try edits(json) }
        #expect(found.count == 1, "\(json)")
        guard case .pointer(let pointer) = found.first?.place else {
            Issue.record("\(json): \(found)")
            return
        }
        #expect(json.contains("\"\(pointer.dropFirst())\""))
    }

    @Test func `all that is wrong with values is named at once`() {
        let long = String(repeating: "x", count: 1_001)
        let found = violations { _ = try edits(#"{"title":"\#(long)","year":1,"status":"x"}"#) }
        #expect(found.map(\.place) == ["/status", "/title", "/year"].map { .pointer($0) })
    }
}
