import FoundationEssentials
import VelodyDomain

/// PostgreSQL's binary format, read from lent bytes.
enum Wire {
    /// An `integer` or `bigint`.
    static func integer(_ bytes: Span<UInt8>) throws(PostgresError) -> Int64 {
        switch bytes.count {
        case 4: return Int64(Int32(truncatingIfNeeded: bigEndian(bytes, 0..<4)))
        case 8: return bigEndian(bytes, 0..<8)
        default: throw PostgresError(.unexpectedRow, "integer of \(bytes.count) bytes")
        }
    }

    /// A `timestamptz`: microseconds since 2000-01-01, of which `infinity` is the largest.
    static func timestamp(_ bytes: Span<UInt8>) throws(PostgresError) -> Timestamp {
        let (microseconds, isTooLate) =
            try integer(bytes).addingReportingOverflow(946_684_800_000_000)
        guard !isTooLate else { throw PostgresError(.unexpectedRow, "timestamp out of range") }
        return Timestamp(microseconds: microseconds)
    }

    static func uuid(_ b: Span<UInt8>) throws(PostgresError) -> UUID {
        guard b.count == 16 else {
            throw PostgresError(.unexpectedRow, "uuid of \(b.count) bytes")
        }
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
                b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            ))
    }

    static func text(_ bytes: Span<UInt8>) -> String {
        unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the bytes are this text.
    static func isText(_ bytes: Span<UInt8>, _ text: String) -> Bool {
        let utf8 = text.utf8.span
        guard utf8.count == bytes.count else { return false }
        return utf8.indices.allSatisfy { utf8[$0] == bytes[$0] }
    }

    /// Lends the elements of a one-dimensional `text[]` without NULLs, in order.
    static func forEachText(
        in bytes: Span<UInt8>, _ use: (Span<UInt8>) -> Void
    ) throws(PostgresError) {
        guard bytes.count >= 12 else { throw PostgresError(.unexpectedRow, "array header") }
        guard bigEndian(bytes, 0..<4) > 0 else { return }
        var position = 20
        while position + 4 <= bytes.count {
            let length = Int(bigEndian(bytes, position..<position + 4))
            position += 4
            guard length >= 0, length <= bytes.count - position else {
                throw PostgresError(.unexpectedRow, "array element")
            }
            use(bytes.extracting(position..<position + length))
            position += length
        }
    }

    private static func bigEndian(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64 {
        var value: Int64 = 0
        for index in range { value = value << 8 | Int64(bytes[index]) }
        return value
    }
}
