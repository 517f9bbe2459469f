/// An ID3v2 tag: its frames as a stream, unsynchronisation and extended header behind it.
struct ID3v2Tag {
    /// In bytes; a larger tag is not read.
    static let sizeLimit = 64 << 20
    /// How many frames are looked at to tell which reading of a tag is right.
    private static let proof = 200

    /// 2, 3 or 4.
    let version: UInt8
    /// Whether each frame is unsynchronised by itself, as v2.4 has it.
    private(set) var hasUnsynchronisedFrames = false
    /// The frames and the padding.
    private(set) var frames: ByteStream

    /// Opens the tag at `place`; nil if it is of no known version.
    ///
    /// Throws `tagsUnreadable` over one that is too large.
    static func open(
        _ place: Range<Int>, of file: inout FileWindow
    ) throws(MediaError) -> ID3v2Tag? {
        let header = try file.bytes(at: place.lowerBound, 10)
        guard header.isID3v2Header, (2...4).contains(header[3]) else { return nil }
        guard place.count <= sizeLimit else {
            throw MediaError(.tagsUnreadable, "ID3v2 size=\(place.count)")
        }
        return try ID3v2Tag(
            version: header[3], flags: header[5], place.clamped(to: 0..<file.size).dropFirst(10),
            &file)
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
        single.hasUnsynchronisedFrames = version > 2
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

    /// Whether a frame, padding or the end comes next.
    func leadsOn(_ stream: ByteStream, _ file: inout FileWindow) throws(MediaError) -> Bool {
        var stream = stream
        let next = try stream.read(version == 2 ? 6 : 10, of: &file)
        return next.prefix(4).allSatisfy { $0 == 0 } || isFrame(next, before: stream.limit)
    }

    /// Whether the bytes are a header whose frame has room in what is left.
    private func isFrame(_ head: [UInt8], before left: Int) -> Bool {
        guard ID3v2FrameName(Array(head.prefix(version == 2 ? 3 : 4)), version: version) != nil
        else { return false }
        let plain = version == 2 ? head.bigEndian(at: 3, 3) : head.bigEndian(at: 4)
        return min(plain, head.syncsafe(at: 4) ?? plain) <= left
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
            var next = behind
            if isFrame(try next.read(10, of: &file), before: next.limit) {
                frames = behind
                return
            }
        }
    }
}
