/// Layer III frames that state no bitrate: their size is the distance between equal headers.
enum FreeFormat {
    /// In bytes.
    private static let largestFrame = 6 * 1024
    /// How many headers are tried before the search is given up, so that it stays cheap.
    private static let attempts = 256

    /// Counts the frames of a stream that begins near the region's start.
    static func count(
        in region: Range<Int>, of file: inout FileWindow
    ) throws(MediaError) -> FrameCount? {
        let limit = min(region.upperBound, region.lowerBound + FrameChain.startLimit)
        var offset = region.lowerBound
        var attempts = attempts
        while attempts > 0,
            let sync = try file.nextHeader(.freeFormat, in: offset..<limit, end: limit)
        {
            offset = sync + 1
            guard
                let header = try FrameChain.header(at: sync, end: region.upperBound, of: &file),
                header.isFreeFormat, header.layer == 3
            else { continue }
            attempts -= 1
            guard let stride = try stride(at: sync, header, region.upperBound, &file) else {
                continue
            }
            return try FrameCount.walkFreeFormat(
                from: sync, stride: stride, end: region.upperBound, of: &file)
        }
        return nil
    }

    /// The size of a frame without padding, if the next three headers agree on one.
    private static func stride(
        at start: Int, _ header: FrameHeader, _ end: Int, _ file: inout FileWindow
    ) throws(MediaError) -> Int? {
        var offset = start + 24
        let limit = min(end, start + largestFrame)
        while offset < limit,
            let sync = try file.nextHeader(.freeFormat, in: offset..<limit, end: limit)
        {
            offset = sync + 1
            let stride = sync - start - header.padding
            if try isStride(stride, from: start, header, end, &file) { return stride }
        }
        return nil
    }

    private static func isStride(
        _ stride: Int, from start: Int, _ first: FrameHeader, _ end: Int,
        _ file: inout FileWindow
    ) throws(MediaError) -> Bool {
        var offset = start
        for _ in 0..<4 {
            guard let header = try FrameChain.header(at: offset, end: end, of: &file),
                header.isFreeFormat, header.matches(first)
            else { return false }
            offset += stride + header.padding
        }
        return true
    }
}
