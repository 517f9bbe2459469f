/// Frames of HTTP/2 as no library makes them (RFC 9113); header fields are written out in full.
enum HTTP2Frames {
    /// What every connection begins with, and settings that change nothing.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4)

    /// The fields of a request without a body of its own.
    static func request(_ method: String, _ path: String) -> [(name: String, value: String)] {
        [(":method", method), (":scheme", "https"), (":path", path), (":authority", "localhost")]
    }

    /// All header fields of a stream, which is to go on unless `isLast`.
    static func headers(
        stream: Int, _ fields: [(name: String, value: String)], isLast: Bool = false
    ) -> [UInt8] {
        let block = fields.flatMap { [UInt8(0)] + literal($0.name) + literal($0.value) }
        return frame(1, flags: isLast ? 5 : 4, stream: stream, block)
    }

    /// The end of a stream's body.
    static func lastData(_ text: String, stream: Int) -> [UInt8] {
        frame(0, flags: 1, stream: stream, Array(text.utf8))
    }

    /// Gives a stream up.
    static func reset(stream: Int) -> [UInt8] { frame(3, stream: stream, [0, 0, 0, 8]) }

    private static func frame(
        _ type: UInt8, flags: UInt8 = 0, stream: Int = 0, _ payload: [UInt8] = []
    ) -> [UInt8] {
        bytes(payload.count, 3) + [type, flags] + bytes(stream, 4) + payload
    }

    /// A string of less than 255 bytes, without Huffman's coding (RFC 7541, 5.2).
    private static func literal(_ text: String) -> [UInt8] {
        let count = text.utf8.count
        return (count < 127 ? [UInt8(count)] : [127, UInt8(count - 127)]) + Array(text.utf8)
    }

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
