/// The walk over an ID3v2 tag.
///
/// It reads on behind frames that are empty, misnamed or of a wrong size, and it refuses what
/// would cost more memory or time than tags are worth.
struct ID3v2Walk {
    /// The most frames of a file.
    static let frameLimit = 2_000
    /// In bytes: the most that a compressed frame may hold.
    static let hiddenLimit = 1 << 20
    /// In bytes: how much of a text is read; far more than is kept.
    private static let textLimit = 128 * 1024

    private(set) var values = TagValues()
    private(set) var pictures: [TagPicture] = []
    /// How many frames were met.
    private(set) var frames: Int
    private let legacy: LegacyText

    /// Walks the tag at `place`, after `frames` frames of other tags of the file.
    ///
    /// Throws `tagsUnreadable` over a tag, a number of frames or a compression beyond the limits.
    init(
        _ place: Range<Int>, after frames: Int, _ legacy: LegacyText, of file: inout FileWindow
    ) throws(MediaError) {
        self.frames = frames
        self.legacy = legacy
        guard let tag = try ID3v2Tag.open(place, of: &file) else { return }
        var stream = tag.frames
        while let frame = try ID3v2Frame.next(in: &stream, of: tag, &file) {
            try take(frame, &file)
        }
    }

    private mutating func take(
        _ frame: ID3v2Frame, _ file: inout FileWindow
    ) throws(MediaError) {
        frames += 1
        guard frames <= Self.frameLimit else {
            throw MediaError(.tagsUnreadable, "more than \(Self.frameLimit) frames")
        }
        if frame.isCompressed {
            let size = try max(frame.declaredSize(&file), frame.content.limit)
            guard size <= Self.hiddenLimit else {
                throw MediaError(.tagsUnreadable, "compressed frame size=\(size)")
            }
        }
        guard let name = frame.name?.text, !frame.isEncrypted else { return }
        if let field = TagField(id3v2: name) {
            try add(text(frame, &file), to: field)
        } else if name == "TXXX" || name == "TXX" {
            try addNamed(text(frame, &file))
        } else if name == "APIC" || name == "PIC" {
            try addPicture(frame, name, &file)
        }
    }

    private func text(
        _ frame: ID3v2Frame, _ file: inout FileWindow
    ) throws(MediaError) -> [UInt8] {
        var body = try frame.body(&file)
        guard frame.isCompressed else { return try body.read(Self.textLimit, of: &file) }
        return try Inflated.bytes(of: body.read(Self.hiddenLimit, of: &file), Self.hiddenLimit)
    }

    private mutating func add(_ content: [UInt8], to field: TagField) {
        let (texts, isGuess) = ID3v2Text.values(of: content, legacy)
        texts.forEach { values.add($0, to: field, isGuess: isGuess) }
    }

    /// A text with a name of its own, as taggers write that know more than ID3v2 does.
    private mutating func addNamed(_ content: [UInt8]) {
        let (texts, isGuess) = ID3v2Text.values(of: content, legacy)
        guard let name = texts.first, let field = TagField(named: name.uppercased()) else { return }
        texts.dropFirst().forEach { values.add($0, to: field, isGuess: isGuess) }
    }

    private mutating func addPicture(
        _ frame: ID3v2Frame, _ name: String, _ file: inout FileWindow
    ) throws(MediaError) {
        var source = PictureSource.stream(try frame.body(&file))
        if frame.isCompressed {
            source = .bytes(
                try Inflated.bytes(of: source.bytes(Self.hiddenLimit, &file), Self.hiddenLimit))
        }
        if let picture = try TagPicture(name, source, &file) { pictures.append(picture) }
    }
}
