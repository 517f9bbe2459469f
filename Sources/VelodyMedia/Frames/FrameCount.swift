/// What walking the frames of one file counted.
///
/// A file may hold several streams one after the other, as when songs were joined: each is
/// measured by its own rate.
struct FrameCount: Equatable {
    /// The first stream's header.
    let first: FrameHeader
    /// Where its first frame begins.
    let start: Int
    /// Where the last whole frame ends.
    private(set) var end: Int
    private(set) var frames = 0
    /// In bytes, of the counted frames, and of a last one that is cut.
    private(set) var frameBytes = 0
    /// In bytes, of length headers' frames: framed, but not heard.
    private(set) var silentBytes = 0
    private(set) var hasInnerJunk = false
    /// In bytes, of tags between frames, as where songs were joined.
    private(set) var tagBytes = 0
    private(set) var isLastFrameCut = false
    /// Whether a stream of another rate, version or number of channels followed.
    private(set) var hasChange = false
    /// What the header in front of the audio says.
    private(set) var declared: DeclaredLength?
    /// Any header of the stream that is walked just now.
    private var current: FrameHeader
    private var framesOfCurrent = 0
    private var secondsBefore = 0.0

    init(first: FrameHeader, start: Int) {
        self.first = first
        self.start = start
        current = first
        end = start
    }

    /// How long the counted frames play.
    var seconds: Double {
        secondsBefore + Double(framesOfCurrent * current.samples) / Double(current.sampleRate)
    }

    /// Walks all frames from `start`, where a chain is known to begin.
    static func walk(
        from start: Int, end: Int, of file: inout FileWindow
    ) throws(MediaError) -> FrameCount? {
        guard let first = try FrameChain.header(at: start, end: end, of: &file) else { return nil }
        var count = FrameCount(first: first, start: start)
        if first.layer == 3, let size = first.size {
            count.declared = try DeclaredLength.read(
                at: start, size: size, first, of: &file)
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
        let size = stride + first.padding
        count.declared = try DeclaredLength.read(at: start, size: size, first, of: &file)
        if count.declared != nil { count.skip(size) }
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
        guard let header = try FrameChain.header(at: end, end: limit, of: &file),
            header.matches(current), let size = header.size
        else { return try resume(limit: limit, of: &file) }
        guard end + size <= limit else {
            isLastFrameCut = true
            frameBytes += limit - end
            return false
        }
        if try DeclaredLength.isHeader(at: end, header, of: &file) {
            skip(size)
        } else {
            add(size)
        }
        return true
    }

    private mutating func resume(limit: Int, of file: inout FileWindow) throws(MediaError) -> Bool {
        let start = try behindTags(limit: limit, of: &file)
        guard let next = try FrameChain.resume(current, in: start..<limit, of: &file),
            let header = try FrameChain.header(at: next, end: limit, of: &file)
        else { return false }
        hasInnerJunk = hasInnerJunk || next > end
        tagBytes += start - end
        end = next
        if !header.matches(current) {
            secondsBefore = seconds
            (current, framesOfCurrent, hasChange) = (header, 0, true)
        }
        return true
    }

    /// Where tags end that begin here and lead to frames; here, where there are none.
    private func behindTags(limit: Int, of file: inout FileWindow) throws(MediaError) -> Int {
        var place = end
        for _ in 0..<AudioRegion.tagLimit {
            guard let tag = try StrayTag.at(place, before: limit, in: &file) else { break }
            place = tag.end
        }
        let kind: FrameChain.Kind = current.layer == 3 ? .layer3 : .otherLayer
        return try FrameChain.begins(kind, at: place, end: limit, of: &file) ? place : end
    }

    @inline(__always)
    private mutating func add(_ size: Int) {
        frames += 1
        framesOfCurrent += 1
        frameBytes += size
        end += size
    }

    private mutating func skip(_ size: Int) {
        silentBytes += size
        end += size
    }
}
