/// One frame of an ID3v2 tag.
struct ID3v2Frame {
    /// Nil where its name is none.
    let name: ID3v2FrameName?
    /// The content as stored; what its flags announce in front is still there.
    let content: ByteStream
    /// The second flag byte; 0 in v2.2.
    let flags: UInt8
    let version: UInt8
    let isUnsynchronised: Bool

    var isCompressed: Bool {
        version == 3 ? flags & 0x80 != 0 : version == 4 && flags & 0x08 != 0
    }
    var isEncrypted: Bool {
        version == 3 ? flags & 0x40 != 0 : version == 4 && flags & 0x04 != 0
    }
    private var hasLength: Bool {
        version == 3 ? isCompressed : version == 4 && flags & 0x01 != 0
    }
    private var hasGroup: Bool {
        version == 3 ? flags & 0x20 != 0 : version == 4 && flags & 0x40 != 0
    }

    /// Takes the next frame off the stream; nil where padding begins, or too little is left.
    static func next(
        in stream: inout ByteStream, of tag: ID3v2Tag, _ file: inout FileWindow
    ) throws(MediaError) -> ID3v2Frame? {
        let start = stream
        let head = try stream.read(tag.version == 2 ? 6 : 10, of: &file)
        guard head.count == (tag.version == 2 ? 6 : 10), head[0] != 0 else { return nil }
        let name = ID3v2FrameName(
            Array(head.prefix(tag.version == 2 ? 3 : 4)), version: tag.version)
        let reach = ID3v2FrameReach(tag: tag, head: head, content: stream)
        var content = stream.prefix(0)
        if name == nil {
            stream = start
            try stream.skip(reach.gap(from: start, &file), of: &file)
        } else {
            content = stream.prefix(try reach.size(&file))
            try stream.skip(content.limit, of: &file)
        }
        return ID3v2Frame(
            name: name, content: content, flags: tag.version == 2 ? 0 : head[9],
            version: tag.version,
            isUnsynchronised: tag.hasUnsynchronisedFrames
                || tag.version == 4 && head[9] & 0x02 != 0)
    }

    /// In bytes, as the frame says of its content before compression; 0 where it does not.
    func declaredSize(_ file: inout FileWindow) throws(MediaError) -> Int {
        guard hasLength else { return 0 }
        var stream = content
        let head = try stream.read(6, of: &file)
        if version == 3 { return head.bigEndian(at: 0) }
        // Group and encryption bytes stand before the length (ID3v2.4 §4.1.2).
        let offset = (hasGroup ? 1 : 0) + (isEncrypted ? 1 : 0)
        return head.syncsafe(at: offset) ?? head.bigEndian(at: offset)
    }

    /// The content without what flags put in front, still compressed or encrypted if it is.
    func body(_ file: inout FileWindow) throws(MediaError) -> ByteStream {
        var stream = content
        if isUnsynchronised, try content.mayBeUnsynchronised(of: &file) {
            stream = content.recoded(content.limit, as: .unsynchronised)
        }
        // A flag without the length: text stands there.
        let isStated = isCompressed ? hasLength : try holdsLength(&file)
        let extra = (isStated ? 4 : 0) + (isEncrypted ? 1 : 0) + (hasGroup ? 1 : 0)
        try stream.skip(extra, of: &file)
        return stream
    }

    /// Whether the length that is announced can be one.
    private func holdsLength(_ file: inout FileWindow) throws(MediaError) -> Bool {
        guard hasLength else { return false }
        return try declaredSize(&file) <= content.limit
    }
}
