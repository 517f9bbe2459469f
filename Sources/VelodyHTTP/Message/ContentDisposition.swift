/// `Content-Disposition` (RFC 6266) for any name at all.
package struct ContentDisposition {
    /// What the client should do with the bytes.
    package enum Kind: String {
        case inline
        case attachment
    }

    /// What file systems take, in bytes; three times as many still fit a web server's buffers.
    private static let longest = 255

    package let kind: Kind
    /// At most 255 bytes of UTF-8.
    package let filename: String

    /// A longer name is cut before its extension.
    package init(_ kind: Kind, filename: String) {
        self.kind = kind
        self.filename = Self.fitting(filename)
    }

    private static func fitting(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        let dot = name.lastIndex(of: ".").flatMap { name[$0...].utf8.count <= 16 ? $0 : nil }
        let ending = name[(dot ?? name.endIndex)...]
        var room = longest - ending.utf8.count
        let kept = name.prefix { character in
            room -= String(character).utf8.count
            return room >= 0
        }
        return String(kept + ending)
    }

    /// The field value: an ASCII `filename`, and the true name as `filename*` (RFC 8187).
    package var value: String {
        "\(kind.rawValue); filename=\"\(fallback)\"; filename*=UTF-8''"
            + PercentCoding.encode(filename)
    }

    /// What a client without RFC 8187 gets: no quotes, escapes, separators or percent signs.
    private var fallback: String {
        String(
            String.UnicodeScalarView(
                filename.unicodeScalars.map { scalar in
                    let isPlain = scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F
                    return isPlain && !"\"\\/%;".unicodeScalars.contains(scalar) ? scalar : "_"
                }))
    }
}
