import CPostgres
import Glibc

extension Connection {
    /// Connects to the server that `conninfo` names (libpq section 34.1), before the deadline.
    ///
    /// Of several each gets its share of the time that is left: one that is gone without a word, as a
    /// machine that was switched off, must not use up the time of the one that took its place.
    static func open(
        _ conninfo: String, deadline: Deadline
    ) throws(PostgresError) -> Connection {
        let addresses = ServerAddress.several(in: conninfo)
        guard !addresses.isEmpty else { return try start(["dbname": conninfo], deadline) }
        var failures: [PostgresError] = []
        for (index, address) in addresses.enumerated() {
            do throws(PostgresError) {
                let parameters = address.parameters.merging(["dbname": conninfo]) { $1 }
                return try start(parameters, deadline.share(of: addresses.count - index))
            } catch {
                failures.append(error)
            }
        }
        throw PostgresError(
            failures.contains { $0.code == .timedOut } ? .timedOut : .disconnected,
            failures.map(\.diagnostic).joined(separator: "; "))
    }

    /// `dbname` comes first, and may be a whole connection string; the others stand above it.
    private static func start(
        _ parameters: [String: String], _ deadline: Deadline
    ) throws(PostgresError) -> Connection {
        let sorted = parameters.sorted { $0.key == "dbname" && $1.key != "dbname" }
        let keywords = unsafe sorted.map { unsafe strdup($0.key) }
        let values = unsafe sorted.map { unsafe strdup($0.value) }
        defer { unsafe (keywords + values).forEach { unsafe free($0) } }
        let raw = unsafe PQconnectStartParams(
            keywords.map { unsafe UnsafePointer($0) } + [nil],
            values.map { unsafe UnsafePointer($0) } + [nil], 1)
        guard let raw = unsafe raw else {
            throw PostgresError(.disconnected, "libpq has no memory")
        }
        let connection = unsafe Connection(owning: raw)
        try connection.finishConnecting(deadline)
        return connection
    }
}
