import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain

@testable import VelodyServices

/// Cursors of pages.
@Suite struct PageCursorTests {
    private let codec = PageCursor(
        scope: ["tracks", nil, "x"], cryptography: OpenSSLCryptography())
    private let parts: [PageCursor.Part] = [
        .text("日本 é"), .none, .number(-5), .moment(.max), .id(UUID()), .text(""),
    ]

    @Test func `what was encoded is decoded`() {
        #expect(codec.decode(codec.encode(parts)) == parts)
        #expect(codec.decode(codec.encode([])) == nil)
    }

    @Test func `any change of a character is noticed`() {
        let cursor = Array(codec.encode(parts).utf8)
        for index in cursor.indices {
            for replacement in [UInt8(ascii: "A"), UInt8(ascii: "_"), UInt8(ascii: "=")]
            where replacement != cursor[index] {
                var changed = cursor
                changed[index] = replacement
                #expect(codec.decode(String(decoding: changed, as: UTF8.self)) == nil)
            }
            #expect(codec.decode(String(decoding: cursor[..<index], as: UTF8.self)) == nil)
        }
        #expect(codec.decode(String(decoding: cursor, as: UTF8.self) + "A") == nil)
    }

    @Test(arguments: [
        ["tracks", "", "x"], ["tracks", "x", nil], ["tracks", nil], ["albums", nil, "x"],
    ])
    func `a cursor of another list is none of this`(scope: [String?]) {
        let other = PageCursor(scope: scope, cryptography: OpenSSLCryptography())
        #expect(other.decode(codec.encode(parts)) == nil)
    }

    @Test(arguments: [
        "", "x", "!", "é", String(repeating: "A", count: 5_000), "AAAAAAAAAAAAAAAAAAAA",
    ])
    func `nonsense is none`(text: String) {
        #expect(codec.decode(text) == nil)
    }

    @Test func `a position must be possible in its order`() {
        let id = TrackID(UUID())
        let possible: [(TrackQuery.Sort, TrackPosition.Key?)] = [
            (.title, .text("a")), (.year, .number(1999)), (.year, nil), (.durationMs, .number(0)),
            (.createdAt, .moment(Timestamp(microseconds: 5))),
        ]
        for (sort, key) in possible {
            #expect(TrackPosition(key: key, id: id).isPossible(in: sort), "\(sort)")
        }
        let impossible: [(TrackQuery.Sort, TrackPosition.Key?)] = [
            (.title, .number(1)), (.title, .text("a\0")), (.year, .number(999)),
            (.year, .number(1 << 40)), (.durationMs, nil), (.durationMs, .number(-1)),
            (.createdAt, nil), (.createdAt, .moment(Timestamp(microseconds: .max))),
            (.album, .text(String(repeating: "a", count: 201))), (.updatedAt, .text("a")),
        ]
        for (sort, key) in impossible {
            #expect(!TrackPosition(key: key, id: id).isPossible(in: sort), "\(sort)")
        }
    }
}
