/// Our own walk over ID3v2 tags, before TagLib sees them.
///
/// It refuses what would make TagLib eat memory, and reads what TagLib 1.13 loses: everything
/// behind a frame of size 0 or with a name of v2.2, extended headers, group bytes, UTF-16 without
/// a mark.
struct ID3v2Walk {
    /// The most frames of a file.
    static let frameLimit = 2_000
    /// In bytes: the most that a compressed or encrypted frame may declare.
    static let hiddenLimit = 1 << 20

    private(set) var values = TagValues()
    private(set) var pictures: [TagPicture] = []
    /// Whether an encoding was guessed.
    private(set) var isGuess = false
    /// Whether a frame was met that only TagLib can open.
    private(set) var hasHiddenFrames = false
    private var frames = 0

    /// Walks the tags that begin at `offsets`; the first tag wins, later ones fill its gaps.
    init(tagsAt offsets: [Int], of descriptor: Int32) throws(MediaError) {
        for offset in offsets {
            guard let tag = try ID3v2Tag.read(at: offset, of: descriptor) else { continue }
            try walk(tag)
        }
    }

    private mutating func walk(_ tag: ID3v2Tag) throws(MediaError) {
        var found = TagValues()
        var offset = 0
        while let frame = ID3v2Frame(at: offset, of: tag) {
            offset = frame.end
            try admit(frame)
            guard let content = frame.plainContent else {
                hasHiddenFrames = true
                continue
            }
            if let field = TagField(id3v2: frame.name.text) {
                let (texts, isGuess) = ID3v2Text.values(of: content)
                texts.forEach { found.add($0, to: field) }
                self.isGuess = self.isGuess || isGuess
            } else if let picture = TagPicture(frame.name.text, content) {
                pictures.append(picture)
            }
        }
        values = values.filled(from: found)
    }

    private mutating func admit(_ frame: ID3v2Frame) throws(MediaError) {
        frames += 1
        guard frames <= Self.frameLimit else {
            throw MediaError(.tagsUnreadable, "more than \(Self.frameLimit) frames")
        }
        guard frame.isCompressed || frame.isEncrypted else { return }
        guard max(frame.declaredSize, frame.content.count) <= Self.hiddenLimit else {
            throw MediaError(.tagsUnreadable, "hidden frame size=\(frame.declaredSize)")
        }
    }
}
