import VelodyDomain

/// What the tags of a file say, all of them merged, field by field, in the order of their places.
struct TagReader {
    private(set) var metadata = TrackMetadata()
    private(set) var pictures: [TagPicture] = []
    private(set) var warnings: [Finding.Warning] = []
    private var values = TagValues()
    private var frames = 0
    private let legacy = LegacyText()

    /// Reads the tags that the scan has found; throws `tagsUnreadable` over one beyond the limits.
    init(_ places: [TagPlace], of file: inout FileWindow) throws(MediaError) {
        for place in places { try read(place, &file) }
        let (metadata, isOutOfRange) = TrackMetadata.make(from: values)
        self.metadata = metadata
        if isOutOfRange { warnings.append(.numberOutOfRange) }
    }

    private mutating func read(
        _ place: TagPlace, _ file: inout FileWindow
    ) throws(MediaError) {
        switch place {
        case .id3v2(let offset):
            let walk = try ID3v2Walk(tagAt: offset, after: frames, legacy, of: &file)
            frames = walk.frames
            fill(from: walk.values, walk.isGuess, walk.pictures)
        case .ape(let range):
            let tag = try APETag(range, legacy, of: &file)
            fill(from: tag.values, tag.isGuess, tag.pictures)
        case .id3v1(let offset):
            let tag = try ID3v1Tag.read(at: offset, legacy, of: &file)
            fill(from: tag.values, tag.isGuess, [])
        case .comment(let stream):
            let comment = try VorbisComment(stream, of: &file)
            fill(from: comment.values, false, comment.pictures)
        case .picture(let stream):
            if let picture = try TagPicture(block: .stream(stream), &file) {
                pictures.append(picture)
            }
        case .atoms(let range):
            let items = try MP4Items(range, of: &file)
            fill(from: items.values, false, items.pictures)
        case .info(let range):
            let info = try RIFFInfo(range, legacy, of: &file)
            fill(from: info.values, info.isGuess, [])
        }
    }

    /// A guess counts only where something of it is kept.
    private mutating func fill(from found: TagValues, _ isGuess: Bool, _ pictures: [TagPicture]) {
        let filled = values.filled(from: found)
        if isGuess, filled != values, !warnings.contains(.encodingGuess) {
            warnings.append(.encodingGuess)
        }
        values = filled
        self.pictures += pictures
    }
}
