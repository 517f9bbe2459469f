import CTagLib

/// The tags of one file as TagLib reads them.
@safe struct TagLibTags: ~Copyable {
    private let raw: OpaquePointer

    private init(owning raw: OpaquePointer) { unsafe self.raw = raw }
    deinit { unsafe velody_tags_free(raw) }

    /// Reads a file of `size` bytes that the frame scan has accepted.
    static func read(_ descriptor: Int32, size: Int) throws(MediaError) -> TagLibTags {
        guard let raw = unsafe velody_tags_read(descriptor, Int64(size)) else {
            throw MediaError(.tagsUnreadable, "TagLib does not take the file")
        }
        return unsafe TagLibTags(owning: raw)
    }

    /// The values of one kind of tag, as TagLib decoded them.
    func values(of kind: velody_tag_kind) -> TagValues {
        var values = TagValues()
        each(kind) { key, value in
            if let field = TagField(property: key) { values.add(value, to: field) }
        }
        return values
    }

    /// The values of the ID3v1 tag, which never says its encoding, and whether it was guessed.
    func id3v1() -> (values: TagValues, isGuess: Bool) {
        var result = (values: TagValues(), isGuess: false)
        each(VELODY_ID3V1) { key, value in
            guard let field = TagField(property: key) else { return }
            // TagLib has taken each byte for a character of Latin-1.
            let bytes = value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            let (texts, isGuess) = ID3v2Text.undeclared(bytes[...])
            texts.forEach { result.values.add($0, to: field) }
            result.isGuess = result.isGuess || isGuess
        }
        return result
    }

    func pictures() -> [TagPicture] {
        let count = unsafe velody_tags_picture_count(raw)
        return (0..<count).map { index in
            let picture = unsafe velody_tags_picture(raw, index)
            let bytes = unsafe UnsafeBufferPointer(start: picture.bytes, count: picture.size)
            return unsafe TagPicture(
                type: UInt8(truncatingIfNeeded: picture.type), bytes: Array(bytes))
        }
    }

    private func each(_ kind: velody_tag_kind, _ body: (String, String) -> Void) {
        let count = unsafe velody_tags_value_count(raw)
        for index in 0..<count {
            let value = unsafe velody_tags_value(raw, index)
            guard unsafe UInt32(bitPattern: value.kind) == kind.rawValue else { continue }
            unsafe body(
                Self.text(value.key, value.key_length), Self.text(value.value, value.value_length))
        }
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
        unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
