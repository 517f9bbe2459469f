import FoundationEssentials

/// One answer as it came over the wire.
struct HTTPAnswer: Sendable {
    /// Why bytes are no answer.
    struct Malformed: Error {
        let bytes: [UInt8]
    }

    let status: Int
    /// Names in lower case, in the order they came, repeated ones too.
    let fields: [(name: String, value: String)]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// All values of a field.
    func values(_ name: String) -> [String] {
        fields.filter { $0.name == name.lowercased() }.map(\.value)
    }

    /// The value of a field, if it came exactly once.
    func value(_ name: String) -> String? {
        let values = values(name)
        return values.count == 1 ? values[0] : nil
    }

    /// Whether less of a body came than was announced, as of an answer to HEAD.
    var isShort: Bool { body.count < value("content-length").flatMap { Int($0) } ?? 0 }

    /// The body as JSON.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
    }

    /// Reads an answer with its header; interim ones (1xx) before it are passed over.
    init(parsing bytes: [UInt8]) throws {
        var rest = bytes[...]
        while true {
            guard let end = Self.headerEnd(in: rest) else { throw Malformed(bytes: bytes) }
            let header = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 4)...]
            let lines = header.split(separator: "\r\n")
            let words = lines.first?.split(separator: " ") ?? []
            guard words.count >= 2, let status = Int(words[1]) else {
                throw Malformed(bytes: bytes)
            }
            if (100..<200).contains(status) { continue }
            self.status = status
            fields = lines.dropFirst().compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                return (line[..<colon].lowercased(), String(value))
            }
            body = Array(rest)
            return
        }
    }

    private static func headerEnd(in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.dropLast(3).first { bytes[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10]) }
    }
}
