/// `Content-Disposition` (RFC 6266) for any name at all.
package struct ContentDisposition {
    /// What the client should do with the bytes.
    package enum Kind: String {
        case inline
        case attachment
    }

    package let kind: Kind
    package let filename: String

    package init(_ kind: Kind, filename: String) {
        self.kind = kind
        self.filename = filename
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
