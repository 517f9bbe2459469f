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
            if try StrayTag.at(place, before: range.upperBound, in: &file)?.kind == .id3v2 {
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
        guard let tag = try StrayTag.at(place, before: range.upperBound, in: &file) else {
            return nil
        }
        switch tag.kind {
        case .id3v2: id3v2.append(place..<tag.end)
        case .id3v1: id3v1 = id3v1 ?? place
        case .ape: ape.append(place + 32..<tag.end)
        }
        return tag.end
    }
}
