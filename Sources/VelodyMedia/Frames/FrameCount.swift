/// What walking the frames of one stream counted.
struct FrameCount: Equatable {
    /// The stream's first header.
    let first: FrameHeader
    /// Where its first frame begins.
    let start: Int
    /// Where its last whole frame ends.
    private(set) var end: Int
    private(set) var frames = 0
    /// In bytes, of the counted frames, and of a last one that is cut.
    private(set) var frameBytes = 0
    /// In bytes, of a length header's frame: framed, but not heard.
    private(set) var silentBytes = 0
    private(set) var hasInnerJunk = false
    private(set) var isLastFrameCut = false
    /// What the header in front of the audio says.
    private(set) var declared: DeclaredLength?

    init(first: FrameHeader, start: Int) {
        self.first = first
        self.start = start
        end = start
    }

    /// Walks all frames from `start`, where a chain is known to begin.
    static func walk(
        from start: Int, end: Int, of file: inout FileWindow
    ) throws(MediaError) -> FrameCount? {
        guard let first = try FrameChain.header(at: start, end: end, of: &file) else { return nil }
        var count = FrameCount(first: first, start: start)
        if first.layer == 3, let size = first.size {
            count.declared = try DeclaredLength.read(at: start, first, of: &file)
            if count.declared != nil { count.skip(size) }
        }
        while count.end < end {
            guard try count.step(limit: end, of: &file) else { break }
        }
        return count
    }

    /// Walks frames of `stride` bytes each, a padding byte not counted, that state no bitrate.
    static func walkFreeFormat(
        from start: Int, stride: Int, end: Int, of file: inout FileWindow
    ) throws(MediaError) -> FrameCount? {
        guard let first = try FrameChain.header(at: start, end: end, of: &file) else { return nil }
        var count = FrameCount(first: first, start: start)
        while let header = try FrameChain.header(at: count.end, end: end, of: &file),
            header.isFreeFormat, header.matches(first),
            count.end + stride + header.padding <= end
        {
            count.add(stride + header.padding)
        }
        return count
    }

    /// Counts one frame, or goes over unframed bytes to the next; false at the end of all frames.
    private mutating func step(limit: Int, of file: inout FileWindow) throws(MediaError) -> Bool {
        if let header = try FrameChain.header(at: end, end: limit, of: &file),
            header.matches(first), let size = header.size
        {
            if end + size <= limit {
                add(size)
                return true
            }
            isLastFrameCut = true
            frameBytes += limit - end
            return false
        }
        guard let next = try FrameChain.resume(first, in: end..<limit, of: &file) else {
            return false
        }
        hasInnerJunk = true
        end = next
        return true
    }

    @inline(__always)
    private mutating func add(_ size: Int) {
        frames += 1
        frameBytes += size
        end += size
    }

    private mutating func skip(_ size: Int) {
        silentBytes += size
        end += size
    }
}
