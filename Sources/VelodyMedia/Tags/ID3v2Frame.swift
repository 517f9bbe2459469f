/// One frame of an ID3v2 tag.
struct ID3v2Frame {
    let name: ID3v2FrameName
    /// The content as stored; what its flags announce in front is still there.
    let content: ArraySlice<UInt8>
    /// The second flag byte; 0 in v2.2.
    let flags: UInt8
    let version: UInt8
    let isUnsynchronised: Bool

    /// Where the frame behind this one begins.
    var end: Int { content.endIndex }

    var isCompressed: Bool {
        version == 3 ? flags & 0x80 != 0 : version == 4 && flags & 0x08 != 0
    }
    var isEncrypted: Bool {
        version == 3 ? flags & 0x40 != 0 : version == 4 && flags & 0x04 != 0
    }

    /// Reads the frame at `offset`; nil where padding begins, or what is no frame.
    init?(at offset: Int, of tag: ID3v2Tag) {
        let body = tag.body
        let headerSize = tag.version == 2 ? 6 : 10
        guard offset + headerSize <= body.count else { return nil }
        let nameSize = tag.version == 2 ? 3 : 4
        guard
            let name = ID3v2FrameName(
                Array(body[offset..<offset + nameSize]), version: tag.version)
        else { return nil }
        let size = Self.size(at: offset, of: tag)
        let start = offset + headerSize
        self.name = name
        // A size beyond the tag is cut: the text of a last frame is still worth something.
        content = body[start..<min(body.count, start + size)]
        flags = tag.version == 2 ? 0 : body[offset + 9]
        version = tag.version
        isUnsynchronised = version == 4 && (tag.isUnsynchronised || flags & 0x02 != 0)
    }

    private static func size(at offset: Int, of tag: ID3v2Tag) -> Int {
        let plain = tag.body.bigEndian(
            at: offset + (tag.version == 2 ? 3 : 4), tag.version == 2 ? 3 : 4)
        guard tag.version == 4, let safe = tag.body.syncsafe(at: offset + 4), safe != plain else {
            return plain
        }
        // iTunes wrote plain sizes into v2.4: whichever leads to a frame, or the end, is meant.
        let isRight = { (size: Int) in leadsOn(offset + 10 + size, in: tag) }
        return !isRight(safe) && isRight(plain) ? plain : safe
    }

    private static func leadsOn(_ offset: Int, in tag: ID3v2Tag) -> Bool {
        guard offset + 4 <= tag.body.count else { return offset == tag.body.count }
        let next = Array(tag.body[offset..<offset + 4])
        return next == [0, 0, 0, 0] || ID3v2FrameName(next, version: tag.version) != nil
    }

    /// In bytes, as the frame says of its content before compression.
    var declaredSize: Int {
        guard isCompressed || flags & 0x01 != 0, version > 2 else { return content.count }
        let bytes = Array(content.prefix(6))
        if version == 3 { return bytes.bigEndian(at: 0) }
        // Group and encryption bytes stand before the length (ID3v2.4 §4.1.2).
        let offset = (flags & 0x40 != 0 ? 1 : 0) + (isEncrypted ? 1 : 0)
        return bytes.syncsafe(at: offset) ?? bytes.bigEndian(at: offset)
    }

    /// The content without what flags put in front; nil where it is compressed or encrypted.
    var plainContent: [UInt8]? {
        guard !isCompressed, !isEncrypted else { return nil }
        let bytes = isUnsynchronised ? ID3v2Tag.resynchronised(content) : Array(content)
        switch version {
        case 3: return flags & 0x20 != 0 ? Array(bytes.dropFirst()) : bytes
        case 4:
            return Array(bytes.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0)))
        default: return bytes
        }
    }
}
