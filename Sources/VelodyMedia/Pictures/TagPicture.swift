/// A picture as a tag holds it: bytes that claim to be one.
struct TagPicture: Equatable {
    /// In bytes: where the picture must have begun behind its names.
    private static let headLimit = 8 * 1024
    private static let frontCover: UInt8 = 3

    /// ID3v2's type of picture (§4.14): 3 is the front cover, 1 and 2 are icons.
    let type: UInt8
    let source: PictureSource

    /// A picture that is all of `source`.
    init(type: UInt8 = frontCover, _ source: PictureSource) {
        self.type = type
        self.source = source
    }

    /// Reads the content of an APIC or PIC frame; nil for links, and for what is no such frame.
    init?(
        _ name: String, _ frame: PictureSource, _ file: inout FileWindow
    ) throws(MediaError) {
        let head = try frame.bytes(Self.headLimit, &file)
        let isShort = name == "PIC"
        let mime = isShort ? head.dropFirst().prefix(3) : head.dropFirst().prefix { $0 != 0 }
        // "-->" announces an address instead of a picture.
        let typeIndex = mime.endIndex + (isShort ? 0 : 1)
        guard !mime.elementsEqual("-->".utf8), typeIndex < head.count else { return nil }
        let description = head[(typeIndex + 1)...]
        let end = Self.end(of: description, isWide: head[0] == 1 || head[0] == 2)
        guard let start = Self.start(in: head, expected: end) else { return nil }
        var source = frame
        try source.skip(start, of: &file)
        self.init(type: head[typeIndex], source)
    }

    /// Reads the content of a FLAC picture block (RFC 9639 §8.8); nil for links.
    init?(block: PictureSource, _ file: inout FileWindow) throws(MediaError) {
        var source = block
        let type = try source.read(4, of: &file).bigEndian(at: 0)
        let mimeLength = try source.read(4, of: &file).bigEndian(at: 0)
        guard mimeLength < 256 else { return nil }
        let mime = try source.read(mimeLength, of: &file)
        let nameLength = try source.read(4, of: &file).bigEndian(at: 0)
        try source.skip(nameLength + 16, of: &file)
        let length = try source.read(4, of: &file).bigEndian(at: 0)
        guard !mime.elementsEqual("-->".utf8) else { return nil }
        self.init(type: UInt8(truncatingIfNeeded: type), source.prefix(length))
    }

    /// Reads an APE item of that key: a file name, a NUL, then the picture; nil for other
    /// items.
    init?(
        ape key: String, _ item: ByteStream, _ file: inout FileWindow
    ) throws(MediaError) {
        guard key.hasPrefix("COVER ART") else { return nil }
        var source = item
        var name = item
        let head = try name.read(Self.headLimit, of: &file)
        let end = head.firstIndex(of: 0).map { $0 + 1 }
        guard let start = Self.start(in: head, expected: end) else { return nil }
        try source.skip(start, of: &file)
        self.init(type: key.contains("FRONT") ? Self.frontCover : 0, .stream(source))
    }

    /// Where the picture begins: where it should, or where its own first bytes show that writers
    /// have put too little, or too much, in front of it.
    private static func start(in head: [UInt8], expected: Int?) -> Int? {
        let isPicture = { (place: Int) in beginnings.contains { head[place...].starts(with: $0) } }
        if let expected, expected < head.count, isPicture(expected) { return expected }
        return head.indices.prefix(strayLimit).first(where: isPicture) ?? expected
    }

    /// JPEG and PNG: nothing else that a frame holds looks like these.
    private static let beginnings: [[UInt8]] = [
        [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
    ]
    /// In bytes: how far from a frame's beginning a picture is looked for.
    private static let strayLimit = 512

    /// Where a description ends: behind one NUL, or behind two at an even place.
    private static func end(of text: ArraySlice<UInt8>, isWide: Bool) -> Int? {
        guard isWide else { return text.firstIndex(of: 0).map { $0 + 1 } }
        let places = stride(from: text.startIndex, to: text.endIndex - 1, by: 2)
        return places.first { text[$0] == 0 && text[$0 + 1] == 0 }.map { $0 + 2 }
    }
}
