/// An ID3v2 tag: its frames as a stream, unsynchronisation and extended header behind it.
struct ID3v2Tag {
    /// In bytes; a larger tag is not read.
    static let sizeLimit = 64 << 20
    /// How many frames are looked at to tell which reading of a tag is right.
    private static let proof = 200

    /// 2, 3 or 4.
    let version: UInt8
    /// Whether each frame of v2.4 is unsynchronised.
    private(set) var hasUnsynchronisedFrames = false
    /// The frames and the padding.
    private(set) var frames: ByteStream

    /// Opens the tag that begins at `offset`; nil if it is of no known version.
    static func open(
        at offset: Int, of file: inout FileWindow
    ) throws(MediaError) -> ID3v2Tag? {
        let header = try file.bytes(at: offset, 10)
        guard header.isID3v2Header, (2...4).contains(header[3]) else { return nil }
        // Some writers forget that sizes have seven bits a byte.
        let size = header.syncsafe(at: 6) ?? header.bigEndian(at: 6)
        guard size <= sizeLimit else {
            throw MediaError(.tagsUnreadable, "ID3v2 size=\(size)")
        }
        let start = offset + 10
        let range = start..<max(start, min(file.size, start + size))
        return try ID3v2Tag(version: header[3], flags: header[5], range, &file)
    }

    private init(
        version: UInt8, flags: UInt8, _ range: Range<Int>, _ file: inout FileWindow
    ) throws(MediaError) {
        self.version = version
        let plain = ByteStream([range])
        frames = plain
        if flags & 0x80 != 0, try plain.mayBeUnsynchronised(of: &file) {
            try unsynchronise(plain, hasExtendedHeader: flags & 0x40 != 0, &file)
        } else if flags & 0x40 != 0 {
            try skipExtendedHeader(&file)
        }
    }

    /// Up to v2.3 the whole tag is unsynchronised, sizes and all; in v2.4 each frame is.
    ///
    /// Some writers do it the other way round: the reading that leads from frame to frame counts.
    private mutating func unsynchronise(
        _ plain: ByteStream, hasExtendedHeader: Bool, _ file: inout FileWindow
    ) throws(MediaError) {
        var (whole, single) = (self, self)
        whole.frames = plain.recoded(plain.limit, as: .unsynchronised)
        single.hasUnsynchronisedFrames = version == 4
        if hasExtendedHeader {
            try whole.skipExtendedHeader(&file)
            try single.skipExtendedHeader(&file)
        }
        let (first, second) = version == 4 ? (single, whole) : (whole, single)
        self = first
        if try first.isWalkable(&file) { return }
        if try second.isWalkable(&file) { self = second }
    }

    /// Whether every frame leads to another one, to padding or to the end.
    private func isWalkable(_ file: inout FileWindow) throws(MediaError) -> Bool {
        var stream = frames
        for _ in 0..<Self.proof {
            guard try leadsOn(stream, &file) else { return false }
            guard try ID3v2Frame.next(in: &stream, of: self, &file) != nil else { return true }
        }
        return true
    }

    /// Whether a frame's name, padding or the end comes next.
    func leadsOn(_ stream: ByteStream, _ file: inout FileWindow) throws(MediaError) -> Bool {
        var stream = stream
        let next = try stream.read(version == 2 ? 3 : 4, of: &file)
        return next.allSatisfy { $0 == 0 } || ID3v2FrameName(next, version: version) != nil
    }

    /// Goes over the header, by whichever size leads to a frame.
    private mutating func skipExtendedHeader(_ file: inout FileWindow) throws(MediaError) {
        guard version > 2 else { return }
        var start = frames
        let head = try start.read(4, of: &file)
        // A flag without a header: a frame's name stands there.
        if ID3v2FrameName(head, version: version) != nil { return }
        let size = version == 3 ? head.bigEndian(at: 0) : head.syncsafe(at: 0) ?? 0
        // In v2.3 the stated size leaves out its own four bytes; in v2.4 it does not.
        let sizes = version == 3 ? [size + 4, size] : [size, size + 4]
        for size in sizes where size <= 4096 {
            var behind = frames
            try behind.skip(size, of: &file)
            if behind.limit > 0, try leadsOn(behind, &file) {
                frames = behind
                return
            }
        }
    }
}
