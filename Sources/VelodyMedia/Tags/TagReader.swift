import VelodyDomain

/// What the tags of a file say, all of them merged, field by field, in the order of their places.
struct TagReader {
    private(set) var metadata = TrackMetadata()
    private(set) var pictures: [TagPicture] = []
    private(set) var warnings: [Finding.Warning] = []
    private var values = TagValues()
    private var frames = 0
    private let legacy: LegacyText

    /// Reads the tags that the scan has found; throws `tagsUnreadable` over one beyond the limits.
    init(
        _ places: [TagPlace], _ legacy: LegacyText = LegacyText(), of file: inout FileWindow
    ) throws(MediaError) {
        self.legacy = legacy
        for place in places { try read(place, &file) }
        let (metadata, isOutOfRange) = TrackMetadata.make(from: values)
        self.metadata = metadata
        if values.hasGuess { warnings.append(.encodingGuess) }
        if values.hasDamage { warnings.append(.textDamaged) }
        if isOutOfRange { warnings.append(.numberOutOfRange) }
    }

    private mutating func read(
        _ place: TagPlace, _ file: inout FileWindow
    ) throws(MediaError) {
        switch place {
        case .id3v2(let range):
            let walk = try ID3v2Walk(range, after: frames, legacy, of: &file)
            frames = walk.frames
            fill(from: walk.values, walk.pictures)
        case .ape(let range):
            let tag = try APETag(range, legacy, of: &file)
            fill(from: tag.values, tag.pictures)
        case .id3v1(let offset):
            fill(from: try ID3v1Tag.read(at: offset, legacy, of: &file), [])
        case .comment(let stream):
            let comment = try VorbisComment(stream, of: &file)
            fill(from: comment.values, comment.pictures)
        case .picture(let stream):
            if let picture = try TagPicture(block: .stream(stream), &file) {
                pictures.append(picture)
            }
        case .atoms(let range):
            let items = try MP4Items(range, of: &file)
            fill(from: items.values, items.pictures)
        case .info(let range):
            fill(from: try RIFFInfo(range, legacy, of: &file).values, [])
        }
    }

    private mutating func fill(from found: TagValues, _ pictures: [TagPicture]) {
        values = values.filled(from: found)
        self.pictures += pictures
    }
}
