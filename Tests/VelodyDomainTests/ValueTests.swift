import Testing
import VelodyDomain

/// The small values everything else is made of.
@Suite struct ValueTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "1969-12-31T23:59:59.999Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
        (951_782_400_000_000, "2000-02-29T00:00:00.000Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
        (4_107_542_399_999_999, "2100-02-28T23:59:59.999Z", "Sun, 28 Feb 2100 23:59:59 GMT"),
        (1_796_006_044_123_456, "2026-11-30T02:34:04.123Z", "Mon, 30 Nov 2026 02:34:04 GMT"),
    ])
    func `a moment reads as RFC 3339 and as an HTTP date`(
        micros: Int64, rfc3339: String, http: String
    ) {
        let moment = Timestamp(microseconds: micros)
        #expect(moment.rfc3339 == rfc3339)
        #expect(moment.imfFixdate == http)
    }

    @Test func `no moment is longer than the room that is made for it`() {
        let lengths = [Int64.min + 1_000_000, .max].map {
            Timestamp(microseconds: $0).rfc3339.utf8.count
        }
        #expect(lengths.max() == Timestamp.longestRFC3339)
    }

    @Test func `a hash takes 64 lower-case hex digits and nothing else`() {
        let hex = String(repeating: "0af9", count: 16)
        #expect(ContentHash(hex: hex)?.hex == hex)
        #expect(ContentHash(hex: hex.uppercased()) == nil)
        #expect(ContentHash(hex: hex.dropLast()) == nil)
        #expect(ContentHash(hex: hex.dropLast() + "g") == nil)
    }

    @Test func `an identifier is lower case, version 4, and nothing shorter`() {
        let id = TrackID(random: [UInt8](repeating: 0xFF, count: 16))
        #expect(id.description == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(TrackID(id.description.uppercased()) == id)
        #expect(TrackID("ffffffff-ffff-4fff-bfff-fffffffffff") == nil)
        #expect(TrackID("") == nil)
    }

    /// RFC 9562, appendix A.6.
    @Test func `an identifier of a moment begins with its milliseconds`() {
        let moment = Timestamp(microseconds: 1_645_557_742_000_999)
        let random: [UInt8] = [
            0, 0, 0, 0, 0, 0, 0xFC, 0xC3, 0xD8, 0xC4, 0xDC, 0x0C, 0x0C, 0x07, 0x39, 0x8F,
        ]
        let id = TrackID(at: moment, random: random)
        #expect(id.description == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    }

    @Test(arguments: [
        ("  a\u{0}b\r\n ", "ab"), ("e\u{301}", "\u{E9}"), ("\u{FEFF}x", "x"),
    ])
    func `text is cleaned`(given: String, kept: String) {
        let cleaned = CleanText.clean(given)
        #expect(cleaned.map { Array($0.unicodeScalars) } == Array(kept.unicodeScalars))
    }

    @Test func `empty text is none and long text is cut`() {
        #expect(CleanText.clean(" \n\u{0} ") == nil)
        #expect(CleanText.clean(String(repeating: "x", count: 1_500))?.count == 1_000)
    }

    @Test func `a hint fills only what is not said`() {
        var said = TrackMetadata()
        said.title = "file"
        var hint = TrackMetadata()
        hint.title = "client"
        hint.artist = "client"
        let filled = said.filled(from: hint)
        #expect(filled.title == "file")
        #expect(filled.artist == "client")
        #expect(filled.artists == ["client"])
    }

    @Test func `an open session past its time is expired, a closed one is not`() {
        var session = UploadSession(
            id: UploadID(random: [UInt8](repeating: 1, count: 16)),
            device: DeviceID(random: [UInt8](repeating: 2, count: 16)), sizeBytes: 1, content: nil,
            filename: "a", createdAt: Timestamp(microseconds: 0),
            expiresAt: Timestamp(microseconds: 10))
        #expect(session.status(at: Timestamp(microseconds: 9)) == .receiving)
        #expect(session.status(at: Timestamp(microseconds: 10)) == .expired)
        session.status = .finalized
        #expect(session.status(at: Timestamp(microseconds: 10)) == .finalized)
    }
}
