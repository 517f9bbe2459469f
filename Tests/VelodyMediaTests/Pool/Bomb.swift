import VelodyTesting

/// Songs whose tags would cost gigabytes or minutes if they were read.
enum Bomb: CaseIterable {
    /// A zlib-compressed frame that declares 100 MB.
    case declaredLarge
    /// A zlib-compressed frame of 100 MB that declares 100 bytes.
    case declaredSmall
    /// A compressed picture, in the way of v2.4.
    case picture
    /// A tag of 65 MB of nothing.
    case emptyTag
    /// More items than anybody has.
    case manyItems
    /// 500,000 frames.
    case manyFrames
    /// MP4 items that have names of their own, each behind thousands of values.
    case namedLast

    var bytes: [UInt8] {
        var song = SongFixture(seed: 7)
        var tag = ID3v2Fixture(.v23)
        switch self {
        case .declaredLarge:
            let declared: [UInt8] = [0x05, 0xF5, 0xE1, 0x00]
            tag.add(frame: "TIT2", declared + [UInt8](repeating: 0x78, count: 178_000), flags: 0x80)
        case .declaredSmall:
            tag.add(frame: "TIT2", [0, 0, 0, 100] + Deflated.letters(100_000_000), flags: 0x80)
        case .picture:
            tag.version = .v24
            tag.add(frame: "APIC", [0, 0, 0, 100] + Deflated.letters(100_000_000), flags: 0x09)
        case .emptyTag:
            tag.padding = 65 << 20
        case .manyItems:
            song.trailer = TrailingTags.ape(.init(repeating: ("Comment", ["x"]), count: 5_000))
        case .manyFrames:
            tag.add(raw: Self.frames(500_000))
        case .namedLast: return Self.namedAtoms
        }
        song.id3v2 = tag
        return song.bytes
    }

    private static var namedAtoms: [UInt8] {
        let value = MP4Fixture.atom("data", [0, 0, 0, 1, 0, 0, 0, 0, 0x78])
        let values = Array([[UInt8]](repeating: value, count: 3000).joined())
        let name = MP4Fixture.atom("name", [0, 0, 0, 0] + Array("ARTISTS".utf8))
        var song = MP4Fixture()
        song.items = .init(repeating: ("----", values + name), count: 200)
        return song.bytes
    }

    private static func frames(_ count: Int) -> [UInt8] {
        let one = Array("TXXX".utf8) + [0, 0, 0, 1, 0, 0, 0]
        return (0..<count).flatMap { _ in one }
    }
}
