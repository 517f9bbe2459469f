/// Tags that do not stand where they should.
extension AudioRegion {
    /// Goes over bytes that belong to nothing to a tag before the first frame; false if there is
    /// none.
    ///
    /// A cover in such a tag would else hide that frames begin near the start.
    mutating func skipJunkBeforeTag(in file: inout FileWindow) throws(MediaError) -> Bool {
        let starts = range.prefix(FrameChain.startLimit)
        guard try Container.find(at: range.lowerBound, in: &file) == nil else { return false }
        let frame = try FrameChain.first(.layer3, in: starts, end: range.upperBound, of: &file)
        let junk = range.lowerBound..<(frame ?? starts.upperBound)
        var offset = junk.lowerBound
        while let place = try file.place(of: "ID3", in: offset..<junk.upperBound) {
            if try tagEnd(at: place, in: &file) != nil {
                range = place..<range.upperBound
                hasJunk = true
                return true
            }
            offset = place + 1
        }
        return false
    }

    /// Goes over bytes that belong to nothing to a stream that players find behind them: Ogg's
    /// first page, or FLAC's first block; false if there is none near the start.
    mutating func skipJunkBeforeContainer(in file: inout FileWindow) throws(MediaError) -> Bool {
        let starts = range.prefix(FrameChain.startLimit)
        guard try Container.find(at: range.lowerBound, in: &file) == nil else { return false }
        for start in ["OggS\0\u{2}", "fLaC\0\0\0\u{22}"] {
            guard let place = try file.place(of: start, in: starts) else { continue }
            range = place..<range.upperBound
            hasJunk = true
            return true
        }
        return false
    }

    /// This, with the tags taken out that begin at `offset`, where the last frame ends.
    ///
    /// From the end of the file they are not found where an ID3v2 tag has no footer, or other bytes
    /// follow.
    func takingTags(
        behind offset: Int, in file: inout FileWindow
    ) throws(MediaError) -> AudioRegion {
        var region = self
        var place = offset
        for _ in 0..<Self.tagLimit {
            guard let end = try region.takeTag(at: place, in: &file) else { break }
            place = end
        }
        if place == range.upperBound { region.range = range.lowerBound..<offset }
        return region
    }

    private mutating func takeTag(
        at place: Int, in file: inout FileWindow
    ) throws(MediaError) -> Int? {
        if let end = try tagEnd(at: place, in: &file) {
            id3v2.append(place..<end)
            return end
        }
        let head = try file.bytes(at: place, min(128, range.upperBound - place))
        if head.count == 128, head.holds("TAG") {
            id3v1 = id3v1 ?? place
            return place + 128
        }
        let size = head.littleEndian(at: 12)
        guard head.holds("APETAGEX"), size >= 32, place + 32 + size <= range.upperBound else {
            return nil
        }
        ape.append(place + 32..<place + size)
        return place + 32 + size
    }

    /// Where the tag at `place` ends; nil if none in order begins there, or it goes beyond the
    /// region.
    private func tagEnd(at place: Int, in file: inout FileWindow) throws(MediaError) -> Int? {
        let head = try file.bytes(at: place, 10)
        guard head.isID3v2Header, (2...4).contains(head[3]), let size = head.syncsafe(at: 6) else {
            return nil
        }
        let end = place + 10 + size
        return size > 0 && end <= range.upperBound ? end : nil
    }
}
