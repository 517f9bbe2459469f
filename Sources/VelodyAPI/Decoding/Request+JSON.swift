import VelodyHTTP

extension Request {
    private static let bodyLimit = 1 << 20

    /// Decodes the JSON body, of at most 1 MiB, of a content type that is accepted.
    ///
    /// Throws `payloadTooLarge`, `unsupportedMediaType`, `malformedJSON`, `invalid`.
    func decode<T: Decodable>(
        _ type: T.Type, allowsEmpty: Bool = false, accepting types: [String] = ["application/json"]
    ) throws(RequestError) -> T {
        let bytes = try bufferedBody()
        if !bytes.isEmpty || !allowsEmpty {
            guard let type = try fields.contentType(), types.contains(type) else {
                throw .unsupportedMediaType(types.joined(separator: " or "))
            }
        }
        return try JSONBody.decode(type, from: bytes, allowsEmpty: allowsEmpty)
    }

    private func bufferedBody() throws(RequestError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        do {
            while true {
                let count = try body.read(into: &buffer)
                guard count > 0 else { return bytes }
                bytes.append(contentsOf: buffer.prefix(count))
                guard bytes.count <= Self.bodyLimit else { break }
            }
        } catch {
            throw .malformedJSON("The body was cut short.")
        }
        throw .payloadTooLarge
    }
}
