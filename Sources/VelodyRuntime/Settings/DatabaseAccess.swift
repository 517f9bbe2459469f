/// The ways into the database that looking after it needs, beside the server's own.
package struct DatabaseAccess: Sendable {
    /// What programs that are started get, before any of these.
    package let environment: [String: String]
    /// The role that reads everything: `DATABASE_BACKUP_URL`, else `DATABASE_URL`.
    package let backup: String
    /// The role that owns the tables: `DATABASE_OWNER_URL`, else `DATABASE_URL`.
    package let owner: String

    /// Reads the environment, as ``EnvironmentFile/beneath(_:)`` returns it.
    package init(_ environment: [String: String]) {
        let own = environment["DATABASE_URL"] ?? ""
        func value(_ name: String) -> String {
            guard let value = environment[name], !value.isEmpty else { return own }
            return value
        }
        backup = value("DATABASE_BACKUP_URL")
        owner = value("DATABASE_OWNER_URL")
        // What they are started with holds no secret that they have no need of.
        self.environment = environment.filter { name, _ in
            !ServerSettings.variables.contains(name) && !name.hasPrefix("DATABASE_")
        }
    }
}
