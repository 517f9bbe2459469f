import CPostgres

/// Owns one result of libpq's; everything read from it is copied out.
@safe struct QueryResult: ~Copyable {
    private let raw: OpaquePointer

    init(owning raw: OpaquePointer) { unsafe self.raw = raw }

    deinit { unsafe PQclear(raw) }

    /// The error this result states; nil for success.
    var error: PostgresError? {
        switch unsafe PQresultStatus(raw) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY: return nil
        default: break
        }
        // PG_DIAG_SQLSTATE, PG_DIAG_CONSTRAINT_NAME, PG_DIAG_SOURCE_FUNCTION (postgres_ext.h).
        let state = field("C") ?? ""
        let routine = field("R") ?? "-"
        let place = "constraint \(field("n") ?? "-") routine \(routine)"
        guard !state.isEmpty else { return PostgresError(.disconnected, "no SQLSTATE") }
        // feature_not_supported says many things: only the routine tells this one apart.
        if state == "0A000", routine == "RevalidateCachedQuery" {
            return PostgresError(.stalePlan, place)
        }
        return PostgresError(.refused(sqlState: state), place)
    }

    func rows() -> [Row] {
        let width = Int(unsafe PQnfields(raw))
        let count = Int(unsafe PQntuples(raw))
        guard width > 0 else { return [] }
        var values: [[UInt8]?] = []
        values.reserveCapacity(width * count)
        for row in 0..<Int32(count) {
            for column in 0..<Int32(width) { values.append(value(row, column)) }
        }
        return (0..<count).map { Row(values[$0 * width..<($0 + 1) * width]) }
    }

    /// Whether it is one row of a result that is streamed.
    var isRow: Bool { unsafe PQresultStatus(raw) == PGRES_SINGLE_TUPLE }

    /// Lends the bytes of one column of the first row; nil, without a call, for NULL.
    func lend<R>(
        _ column: Int32, _ use: (Span<UInt8>) throws(PostgresError) -> R
    ) throws(PostgresError) -> R? {
        let length = Int(unsafe PQgetlength(raw, 0, column))
        // Only what is empty can be NULL, and little is.
        if length == 0 {
            guard unsafe column < PQnfields(raw) else {
                throw PostgresError(.unexpectedRow, "too few columns")
            }
            if unsafe PQgetisnull(raw, 0, column) == 1 { return nil }
        }
        guard let start = unsafe PQgetvalue(raw, 0, column) else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
        return try use(unsafe bytes.assumingMemoryBound(to: UInt8.self).span)
    }

    private func value(_ row: Int32, _ column: Int32) -> [UInt8]? {
        guard unsafe PQgetisnull(raw, row, column) == 0 else { return nil }
        let length = Int(unsafe PQgetlength(raw, row, column))
        guard let start = unsafe PQgetvalue(raw, row, column) else { return [] }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: length))
    }

    private func field(_ code: Unicode.Scalar) -> String? {
        unsafe PQresultErrorField(raw, Int32(code.value)).map { unsafe String(cString: $0) }
    }
}
