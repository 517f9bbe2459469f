/// The part of a file between the tags, where its frames, or its container, must be.
struct AudioRegion: Equatable {
    /// The most tags that are skipped on either side; what follows more is junk.
    static let tagLimit = 16

    var range: Range<Int>
    /// ID3v2 tags: those in front, in the file's order, then one at the end.
    var id3v2: [Range<Int>] = []
    /// APEv2 tags' items, in the order they should be believed.
    var ape: [Range<Int>] = []
    /// Where an ID3v1 tag begins.
    var id3v1: Int?
    var hasOtherTags = false
    /// Whether bytes that belong to nothing stand before it, or between its tags, or its first bytes are
    /// also said to be a tag's.
    var hasJunk = false

    /// Whether any tag was found around it.
    var hasTags: Bool { !id3v2.isEmpty || !ape.isEmpty || id3v1 != nil || hasOtherTags }

    /// The tags in the order in which their fields count for MPEG audio.
    var places: [TagPlace] {
        id3v2.map(TagPlace.id3v2) + ape.map(TagPlace.ape) + (id3v1.map { [.id3v1($0)] } ?? [])
    }

    /// Finds the region: skips ID3v2 and APEv2 in front, strips ID3v1, APEv2, Lyrics3 and ID3v2
    /// at the end in any order.
    static func find(in file: inout FileWindow) throws(MediaError) -> AudioRegion {
        var region = AudioRegion(range: 0..<file.size)
        try region.skipLeadingTags(in: &file)
        if try region.skipJunkBeforeTag(in: &file) { try region.skipLeadingTags(in: &file) }
        for _ in 0..<tagLimit {
            guard let size = try region.trailingTag(in: &file), size <= region.range.count
            else { break }
            region.range = region.range.lowerBound..<region.range.upperBound - size
        }
        return region
    }

    private init(range: Range<Int>) { self.range = range }

    private mutating func skipLeadingTags(in file: inout FileWindow) throws(MediaError) {
        for _ in 0..<Self.tagLimit {
            guard try skipLeadingTag(in: &file) else { break }
        }
        try giveBackFirstFrame(in: &file)
    }

    private mutating func skipLeadingTag(in file: inout FileWindow) throws(MediaError) -> Bool {
        let start = range.lowerBound
        let head = try file.bytes(at: start, 32)
        var end = start
        if head.isID3v2Header {
            let tag = try Self.id3v2Range(head, at: start, in: &file)
            id3v2.append(start..<tag.end)
            end = tag.audio
        } else if head.starts(with: "APETAGEX".utf8), head.count == 32 {
            end = start + 32 + head.littleEndian(at: 12)
            ape.append(start + 32..<min(file.size, end))
        } else {
            return false
        }
        range = min(range.upperBound, end)..<range.upperBound
        return true
    }

    /// Where a tag ends, and where the audio may begin behind it.
    private static func id3v2Range(
        _ head: [UInt8], at start: Int, in file: inout FileWindow
    ) throws(MediaError) -> (end: Int, audio: Int) {
        // Some writers forget that sizes have seven bits a byte.
        let plain = start + 10 + head.bigEndian(at: 6)
        guard let size = head.syncsafe(at: 6) else {
            let starts = plain..<max(plain, min(file.size, plain + FrameChain.startLimit))
            // Others wrote no size at all: then frames are looked for behind the header.
            let isRight =
                try FrameChain.first(.layer3, in: starts, end: file.size, of: &file) != nil
            return (min(plain, file.size), isRight ? plain : start + 10)
        }
        let footer = head[3] == 4 && head[5] & 0x10 != 0 ? 10 : 0
        let safe = start + 10 + size
        if plain != safe, plain < file.size,
            try !FrameChain.begins(.layer3, at: safe + footer, end: file.size, of: &file),
            try FrameChain.begins(.layer3, at: plain, end: file.size, of: &file)
        {
            return (plain, plain)
        }
        return (safe, safe + footer)
    }

    /// Writers that count the header as part of the tag hide the first ten bytes of the audio;
    /// others are a byte or two off.
    private mutating func giveBackFirstFrame(in file: inout FileWindow) throws(MediaError) {
        let (start, end) = (range.lowerBound, range.upperBound)
        guard !id3v2.isEmpty, start >= 20,
            try !FrameChain.begins(.layer3, at: start, end: end, of: &file),
            let hidden = try FrameChain.first(.layer3, in: start - 10..<start, end: end, of: &file)
        else { return }
        range = hidden..<end
        hasJunk = true
    }
}
