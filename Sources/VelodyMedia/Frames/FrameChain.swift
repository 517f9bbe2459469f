/// Finding frames: a header counts only when those that follow it match.
enum FrameChain {
    /// In bytes: how far into the region the first frame may begin.
    static let startLimit = 64 * 1024
    /// How many frames must follow each other.
    static let proof = 3

    /// What a search looks for.
    enum Kind {
        case layer3, otherLayer

        fileprivate var pattern: HeaderPattern { self == .layer3 ? .layer3 : .anyLayer }

        func admits(_ header: FrameHeader) -> Bool {
            !header.isFreeFormat && (header.layer == 3) == (self == .layer3)
        }
    }

    /// The first place in `starts` where three frames of one stream follow each other.
    static func first(
        _ kind: Kind, in starts: Range<Int>, end: Int, of file: inout FileWindow
    ) throws(MediaError) -> Int? {
        var offset = starts.lowerBound
        while let sync = try file.nextHeader(
            kind.pattern, in: offset..<starts.upperBound, end: end)
        {
            if try begins(kind, at: sync, end: end, of: &file) { return sync }
            offset = sync + 1
        }
        return nil
    }

    /// Whether three frames of one stream follow each other from `offset` on.
    static func begins(
        _ kind: Kind, at offset: Int, end: Int, of file: inout FileWindow
    ) throws(MediaError) -> Bool {
        guard let header = try header(at: offset, end: end, of: &file), kind.admits(header) else {
            return false
        }
        return try length(from: offset, header, upTo: proof, end: end, of: &file).frames == proof
    }

    /// The next place where frames go on: three of one stream, or some of the stream of
    /// `reference` that reach to the end.
    static func resume(
        _ reference: FrameHeader, in starts: Range<Int>, of file: inout FileWindow
    ) throws(MediaError) -> Int? {
        let (pattern, end) = (HeaderPattern.layer(of: reference), starts.upperBound)
        var offset = starts.lowerBound
        while let sync = try file.nextHeader(pattern, in: offset..<end, end: end) {
            if let header = try header(at: sync, end: end, of: &file), !header.isFreeFormat {
                let chain = try length(from: sync, header, upTo: proof, end: end, of: &file)
                if chain.frames == proof { return sync }
                if chain.frames > 0, chain.end == end, header.matches(reference) { return sync }
            }
            offset = sync + 1
        }
        return nil
    }

    /// Whether one or two frames fill the region from its beginning, or two begin it.
    static func isShortClip(
        _ region: Range<Int>, of file: inout FileWindow
    ) throws(MediaError) -> Bool {
        let (start, end) = (region.lowerBound, region.upperBound)
        guard let header = try header(at: start, end: end, of: &file), Kind.layer3.admits(header)
        else { return false }
        let chain = try length(from: start, header, upTo: proof, end: end, of: &file)
        guard chain.frames == 1 else { return chain.frames > 1 }
        // One frame alone is believed if it ends the region, or if a cut second one follows.
        let next = try Self.header(at: chain.end, end: end, of: &file)
        return chain.end == end || next.map(header.matches) == true
    }

    @inline(__always)
    static func header(
        at offset: Int, end: Int, of file: inout FileWindow
    ) throws(MediaError) -> FrameHeader? {
        guard offset + 4 <= end, let word = try file.word(at: offset) else { return nil }
        return FrameHeader(word)
    }

    /// How many whole frames of one stream follow each other, and where the last ends.
    private static func length(
        from start: Int, _ first: FrameHeader, upTo limit: Int, end: Int,
        of file: inout FileWindow
    ) throws(MediaError) -> (frames: Int, end: Int) {
        var (frames, offset) = (0, start)
        var next: FrameHeader? = first
        while frames < limit, let header = next, let size = header.size, header.matches(first),
            offset + size <= end
        {
            frames += 1
            offset += size
            next = try self.header(at: offset, end: end, of: &file)
        }
        return (frames, offset)
    }
}
