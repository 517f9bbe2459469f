/// The fields of a Vorbis comment, as FLAC, Vorbis and Opus have them.
struct VorbisComment {
    private static let fieldLimit = 2_000
    /// In bytes: how much of a text is read; far more than is kept.
    private static let textLimit = 16 * 1024
    /// In bytes: names that matter are shorter.
    private static let longestName = 32

    private(set) var values = TagValues()
    private(set) var pictures: [TagPicture] = []

    /// Reads the comment whose vendor string comes first in `stream`.
    ///
    /// Throws `tagsUnreadable` over too many fields.
    init(_ stream: ByteStream, of file: inout FileWindow) throws(MediaError) {
        var stream = stream
        try stream.skip(try stream.read(4, of: &file).littleEndian(at: 0), of: &file)
        let count = try stream.read(4, of: &file).littleEndian(at: 0)
        for index in 0..<count {
            guard stream.limit >= 4 else { return }
            guard index < Self.fieldLimit else {
                throw MediaError(.tagsUnreadable, "more than \(Self.fieldLimit) fields")
            }
            let field = stream.prefix(4 + (try length(stream, &file)))
            try stream.skip(field.limit, of: &file)
            try take(field, &file)
        }
    }

    private func length(
        _ stream: ByteStream, _ file: inout FileWindow
    ) throws(MediaError) -> Int {
        var stream = stream
        return try stream.read(4, of: &file).littleEndian(at: 0)
    }

    private mutating func take(
        _ field: ByteStream, _ file: inout FileWindow
    ) throws(MediaError) {
        var value = field
        try value.skip(4, of: &file)
        var name = value
        let head = try name.read(Self.longestName, of: &file)
        guard let end = head.firstIndex(of: UInt8(ascii: "=")) else { return }
        try value.skip(end + 1, of: &file)
        switch String(decoding: head[..<end], as: UTF8.self).uppercased() {
        case "METADATA_BLOCK_PICTURE":
            let block = PictureSource.base64(Base64Stream(value))
            if let picture = try TagPicture(block: block, &file) { pictures.append(picture) }
        case "COVERART": pictures.append(TagPicture(.base64(Base64Stream(value))))
        case let name:
            guard let field = TagField(comment: name) else { return }
            let text = try value.read(Self.textLimit, of: &file)
            values.add(String(decoding: text, as: UTF8.self), to: field)
        }
    }
}
