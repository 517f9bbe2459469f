/// The items of an MP4 file, as iTunes writes them.
struct MP4Items {
    private static let itemLimit = 2_000
    /// In bytes: how much of a text is read; far more than is kept.
    private static let textLimit = 16 * 1024

    private(set) var values = TagValues()
    private(set) var pictures: [TagPicture] = []
    private var count = 0

    /// Reads the content of an `ilst` atom; throws `tagsUnreadable` over too many items, or values.
    init(_ range: Range<Int>, of file: inout FileWindow) throws(MediaError) {
        let items = try MP4Atom.all(in: range, of: &file)
        guard items.count <= Self.itemLimit else {
            throw MediaError(.tagsUnreadable, "more than \(Self.itemLimit) items")
        }
        for item in items {
            let parts = try MP4Atom.all(in: item.content, of: &file)
            let name =
                item.name == "----" ? "----:" + (try Self.name(of: parts, &file)) : item.name
            for data in parts where data.name == "data" && data.content.count >= 8 {
                count += 1
                guard count <= Self.itemLimit else {
                    throw MediaError(.tagsUnreadable, "more than \(Self.itemLimit) values")
                }
                try take(name, data.content, &file)
            }
        }
    }

    /// The name that stands among the parts of an item which has one of its own, in capitals;
    /// empty where there is none.
    static func name(
        of parts: [MP4Atom], _ file: inout FileWindow
    ) throws(MediaError) -> String {
        guard let atom = parts.first(where: { $0.name == "name" }), atom.content.count > 4 else {
            return ""
        }
        let name = try file.bytes(at: atom.content.lowerBound + 4, min(32, atom.content.count - 4))
        return String(decoding: name, as: UTF8.self).uppercased()
    }

    private mutating func take(
        _ name: String, _ data: Range<Int>, _ file: inout FileWindow
    ) throws(MediaError) {
        let value = data.dropFirst(8)
        if name == "covr" {
            pictures.append(TagPicture(.stream(ByteStream([value]))))
            return
        }
        let bytes = try file.bytes(at: value.lowerBound, min(value.count, Self.textLimit))
        switch name {
        case "gnre" where bytes.bigEndian(at: 0, 2) > 0:
            values.add("\(bytes.bigEndian(at: 0, 2) - 1)", to: .genre)
        case "trkn": values.add(Self.pair(bytes), to: .track)
        case "disk": values.add(Self.pair(bytes), to: .disc)
        default:
            guard let field = TagField(atom: name) else { return }
            // Type 2 is UTF-16; all other texts are UTF-8.
            let isWide = try file.word(at: data.lowerBound) == 2
            let text = isWide ? Self.wide(bytes) : String(decoding: bytes, as: UTF8.self)
            values.add(text, to: field)
        }
    }

    /// Number and total, in two bytes each behind two others.
    private static func pair(_ bytes: [UInt8]) -> String {
        let total = bytes.bigEndian(at: 4, 2)
        return "\(bytes.bigEndian(at: 2, 2))" + (total > 0 ? "/\(total)" : "")
    }

    private static func wide(_ bytes: [UInt8]) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2)
            .map { UInt16(bytes.bigEndian(at: $0, 2)) }
        return String(decoding: units, as: UTF16.self)
    }
}
