import VelodyHTTP

/// The FastCGI parameters of one request, as `NAME=VALUE` strings that libfcgi owns.
@safe struct Parameters {
    private let raw: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

    init(_ raw: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) { unsafe self.raw = raw }

    /// Makes the request; every line of a repeated header is kept, in order.
    func request(body: (any RequestBody)?) -> Request {
        var method = "", target = "", id = "", client = "", length = "", type = ""
        var fields = Fields()
        forEach { name, value in
            switch name {
            case "REQUEST_METHOD": method = value
            case "REQUEST_URI": target = value
            case "VELODY_REQUEST_ID": id = value
            case "REMOTE_ADDR": client = value
            case "CONTENT_LENGTH": length = value
            case "CONTENT_TYPE": type = value
            default:
                if let field = Self.fieldName(name) { fields.appendReceived(field, value) }
            }
        }
        // The parameter repeats the first of the lines that `HTTP_CONTENT_TYPE` holds all of.
        if !type.isEmpty, fields["Content-Type"] == nil {
            fields.appendReceived("Content-Type", type)
        }
        return Request(
            method: Method(method), target: target, fields: fields, id: id,
            client: client, contentLength: Self.length(length), body: body ?? BufferedBody())
    }

    /// `HTTP_IF_NONE_MATCH` is `IF-NONE-MATCH` (names have no case); others are no header fields.
    private static func fieldName(_ name: Substring) -> String? {
        guard name.hasPrefix("HTTP_") else { return nil }
        let bytes = name.utf8.dropFirst(5).map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Empty where the client announced none; digits only (RFC 9110 section 8.6).
    private static func length(_ text: String) -> Int64? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int64(text) : nil
    }

    private func forEach(_ body: (Substring, String) -> Void) {
        guard var next = unsafe raw else { return }
        while let entry = unsafe next.pointee {
            // Repairs what is not UTF-8.
            let text = unsafe String(cString: entry)
            // By bytes: a combining mark at a value's beginning would swallow the character.
            if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                body(text[..<equals], String(text[text.utf8.index(after: equals)...]))
            }
            unsafe next += 1
        }
    }
}
