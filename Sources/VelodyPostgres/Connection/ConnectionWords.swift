import CPostgres
package import VelodyDomain

/// What a connection string says, as the variables that PostgreSQL's programs read.
///
/// Their arguments can be read by everyone on the machine, their environment cannot.
package enum ConnectionWords {
    /// The variables (libpq section 34.15) that stand for `conninfo`, a URL or connection string.
    ///
    /// Throws `unexpected` for what is neither.
    package static func environment(of conninfo: String) throws(StoreError) -> [String: String] {
        guard let options = unsafe PQconninfoParse(conninfo, nil) else {
            throw StoreError(.unexpected, "the connection string cannot be read")
        }
        defer { unsafe PQconninfoFree(options) }
        var environment: [String: String] = [:]
        var option = unsafe options
        while unsafe option.pointee.keyword != nil {
            if let name = unsafe option.pointee.envvar, let value = unsafe option.pointee.val {
                unsafe environment[String(cString: name)] = String(cString: value)
            }
            unsafe option += 1
        }
        return environment
    }
}
