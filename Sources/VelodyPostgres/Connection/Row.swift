import FoundationEssentials
import VelodyDomain

/// One row of a result, copied out of libpq; read from left to right.
struct Row {
    private let columns: ArraySlice<[UInt8]?>
    private var position: Int

    init(_ columns: ArraySlice<[UInt8]?>) {
        self.columns = columns
        position = columns.startIndex
    }

    /// Passes over `count` columns.
    mutating func skip(_ count: Int) { position += count }

    /// Whether the next column is NULL.
    var nextIsNull: Bool { position < columns.endIndex && columns[position] == nil }

    mutating func text() throws(PostgresError) -> String { try require(optionalText()) }

    mutating func optionalText() throws(PostgresError) -> String? {
        try next().map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func integer() throws(PostgresError) -> Int { try require(optionalInteger()) }

    /// An `integer` or `bigint` column.
    mutating func optionalInteger() throws(PostgresError) -> Int? {
        guard let bytes = try next() else { return nil }
        switch bytes.count {
        case 4: return Int(Int32(truncatingIfNeeded: Self.bigEndian(bytes[...])))
        case 8: return Int(Self.bigEndian(bytes[...]))
        default: throw Self.mismatch("integer of \(bytes.count) bytes")
        }
    }

    mutating func flag() throws(PostgresError) -> Bool { try require(optionalFlag()) }

    mutating func optionalFlag() throws(PostgresError) -> Bool? {
        try next().map { $0 == [1] }
    }

    mutating func timestamp() throws(PostgresError) -> Timestamp {
        try require(optionalTimestamp())
    }

    /// A `timestamptz` column: microseconds since 2000-01-01 on the wire.
    mutating func optionalTimestamp() throws(PostgresError) -> Timestamp? {
        try next().map { bytes throws(PostgresError) in try Wire.timestamp(bytes.span) }
    }

    mutating func id<Entity>() throws(PostgresError) -> Identifier<Entity> {
        try require(optionalID())
    }

    mutating func optionalID<Entity>() throws(PostgresError) -> Identifier<Entity>? {
        try optionalUUID().map { Identifier($0) }
    }

    mutating func uuid() throws(PostgresError) -> UUID { try require(optionalUUID()) }

    private mutating func optionalUUID() throws(PostgresError) -> UUID? {
        guard let b = try next() else { return nil }
        guard b.count == 16 else { throw Self.mismatch("uuid of \(b.count) bytes") }
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
                b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            ))
    }

    mutating func hash() throws(PostgresError) -> ContentHash { try require(optionalHash()) }

    mutating func optionalHash() throws(PostgresError) -> ContentHash? {
        guard let bytes = try next() else { return nil }
        return try require(ContentHash(bytes: bytes))
    }

    /// A column whose text is one of an enumeration's raw values.
    mutating func choice<T: RawRepresentable<String>>(_ type: T.Type) throws(PostgresError) -> T {
        try require(T(rawValue: text()))
    }

    /// A one-dimensional `text[]` without NULLs (the wire format of `array_send`).
    mutating func texts() throws(PostgresError) -> [String] {
        let bytes = try require(next())
        guard bytes.count >= 12 else { throw Self.mismatch("array header") }
        guard Self.bigEndian(bytes[0..<4]) > 0 else { return [] }
        var rest = bytes[20...]
        var texts: [String] = []
        while rest.count >= 4 {
            let length = Int(Self.bigEndian(rest.prefix(4)))
            rest = rest.dropFirst(4)
            guard length >= 0, rest.count >= length else { throw Self.mismatch("array element") }
            texts.append(String(decoding: rest.prefix(length), as: UTF8.self))
            rest = rest.dropFirst(length)
        }
        return texts
    }

    private mutating func next() throws(PostgresError) -> [UInt8]? {
        guard position < columns.endIndex else { throw Self.mismatch("too few columns") }
        defer { position += 1 }
        return columns[position]
    }

    private func require<T>(_ value: T?) throws(PostgresError) -> T {
        guard let value else { throw Self.mismatch("NULL or value out of range") }
        return value
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    private static func mismatch(_ what: String) -> PostgresError {
        PostgresError(.unexpectedRow, what)
    }
}
