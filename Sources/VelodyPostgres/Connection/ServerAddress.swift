/// One of several servers that a connection string names (libpq section 34.1.1.3).
struct ServerAddress: Equatable {
    /// The parameters that stand for it beside the connection string, by keyword.
    let parameters: [String: String]

    /// The port of a server where a list of ports is silent about it (libpq's DEF_PGPORT).
    private static let defaultPort: Substring = "5432"

    /// All that `conninfo` names, in its order; none where the choice is libpq's.
    static func several(in conninfo: String) -> [ServerAddress] {
        guard let named = try? ConnectionWords.environment(of: conninfo) else { return [] }
        var lists: [String: [Substring]] = [:]
        for keyword in ["host", "hostaddr", "port"] {
            let list = named["PG" + keyword.uppercased()]?
                .split(separator: ",", omittingEmptySubsequences: false)
            // What stands alone is for all of them.
            if let list, list.count > 1 { lists[keyword] = list }
        }
        // A URL that names several hosts and no port has a list of ports, all of them empty.
        lists["port"] = lists["port"]?.map { $0.isEmpty ? defaultPort : $0 }
        // Another name that is empty stands for a default, which cannot be said otherwise.
        guard let count = (lists["host"] ?? lists["hostaddr"])?.count,
            lists.values.allSatisfy({ $0.count == count && !$0.contains("") })
        else { return [] }
        return (0..<count).map { index in
            ServerAddress(parameters: lists.mapValues { String($0[index]) })
        }
    }
}
