import CPostgres
import FoundationEssentials
import VelodyDomain

/// One row as libpq holds it, lent while it is read from left to right; nothing is copied first.
///
/// It owns its result, which in single-row mode is of this row alone.
@safe struct LentRow: ~Copyable {
    private let result: QueryResult
    private var column: Int32 = 0

    init(_ result: consuming QueryResult) { self.result = result }

    /// Lends the next column's bytes; nil, without a call, for NULL.
    mutating func next<R>(
        _ use: (Span<UInt8>) throws(PostgresError) -> R
    ) throws(PostgresError) -> R? {
        defer { column += 1 }
        return try result.lend(column, use)
    }

    /// An `integer` or `bigint` column.
    mutating func integer() throws(PostgresError) -> Int64 {
        try require(next { bytes throws(PostgresError) in try Wire.integer(bytes) })
    }

    mutating func uuid() throws(PostgresError) -> UUID {
        try require(next { bytes throws(PostgresError) in try Wire.uuid(bytes) })
    }

    mutating func timestamp() throws(PostgresError) -> Timestamp {
        try require(next { bytes throws(PostgresError) in try Wire.timestamp(bytes) })
    }

    mutating func text() throws(PostgresError) -> String {
        try require(next { bytes throws(PostgresError) in Wire.text(bytes) })
    }

    mutating func optionalText() throws(PostgresError) -> String? {
        try next { bytes throws(PostgresError) in Wire.text(bytes) }
    }

    mutating func optionalInteger() throws(PostgresError) -> Int? {
        try next { bytes throws(PostgresError) in Int(try Wire.integer(bytes)) }
    }

    mutating func optionalID<Entity>() throws(PostgresError) -> Identifier<Entity>? {
        try next { bytes throws(PostgresError) in Identifier(try Wire.uuid(bytes)) }
    }

    /// A column whose text is one of an enumeration's raw values.
    mutating func choice<T: RawRepresentable<String>>(_ type: T.Type) throws(PostgresError) -> T {
        try require(T(rawValue: text()))
    }

    /// Tells the next columns, which are ``TrackRecord/columns``, to a sink.
    /// - Returns: whether the sink wants another track.
    mutating func track(to sink: inout some TrackSink) throws(PostgresError) -> Bool {
        sink.beginTrack()
        for field in TrackField.allCases {
            let told: Void? = try next { bytes throws(PostgresError) in
                try TrackRecord.tell(field, bytes, to: &sink)
            }
            if told == nil { sink.absent(field) }
        }
        return sink.endTrack()
    }

    private func require<T>(_ value: T?) throws(PostgresError) -> T {
        guard let value else { throw PostgresError(.unexpectedRow, "NULL or value out of range") }
        return value
    }
}
