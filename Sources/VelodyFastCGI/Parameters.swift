import VelodyHTTP

/// The FastCGI parameters of one request, as `NAME=VALUE` strings that libfcgi owns.
@safe struct Parameters {
    private let raw: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

    init(_ raw: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) { unsafe self.raw = raw }

    /// Makes the request; every line of a repeated header is kept, in order.
    func request(body: FastCGIBody?) -> Request {
        var method = "", target = "", id = "", length = ""
        var fields = Fields()
        forEach { name, value in
            switch name {
            case "REQUEST_METHOD": method = value
            case "REQUEST_URI": target = value
            case "VELODY_REQUEST_ID": id = value
            case "CONTENT_LENGTH": length = value
            case "CONTENT_TYPE":
                if !value.isEmpty { fields.appendReceived("Content-Type", value) }
            default:
                if let field = Self.fieldName(name) { fields.appendReceived(field, value) }
            }
        }
        return Request(
            method: Method(method), target: target, fields: fields, id: id,
            contentLength: Int64(length), body: body ?? BufferedBody())
    }

    /// `HTTP_IF_NONE_MATCH` is `If-None-Match`, in whatever case; others are no header fields.
    ///
    /// `HTTP_CONTENT_TYPE` repeats what `CONTENT_TYPE` says.
    private static func fieldName(_ name: Substring) -> String? {
        guard name.hasPrefix("HTTP_"), name != "HTTP_CONTENT_TYPE", name != "HTTP_CONTENT_LENGTH"
        else { return nil }
        return String(name.dropFirst(5).map { $0 == "_" ? "-" : $0 })
    }

    private func forEach(_ body: (Substring, String) -> Void) {
        guard var next = unsafe raw else { return }
        while let entry = unsafe next.pointee {
            // Repairs what is not UTF-8.
            let text = unsafe String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                body(text[..<equals], String(text[text.index(after: equals)...]))
            }
            unsafe next += 1
        }
    }
}
