/// Writes the database into a file, and makes a database of such a file.
///
/// Confined to one thread; each call runs a program of PostgreSQL's to its end.
package protocol DatabaseDumps {
    /// Writes the database as it was at the moment `snapshot` to a new file, durably.
    func write(_ snapshot: String, to path: String) throws(DumpError)

    /// Throws `failed` unless the file can be read as a dump. Needs no database.
    func check(_ path: String) throws(DumpError)

    /// Fills an empty database from a dump, all of it or nothing, and gives it a new epoch.
    ///
    /// Open upload sessions are expired, and `storage` is the one that it remembers from then on, whatever the
    /// dump says; one of before storages had identities remembers none. `scratch` names a file that is made
    /// and removed. Throws `notEmpty` where the database holds anything by then.
    func restore(_ path: String, scratch: String, storage: StorageID) throws(DumpError)
}

/// Why a dump was not written or not read.
package struct DumpError: Error, Sendable {
    /// The kinds of failure a caller can act on.
    package enum Code: Sendable {
        /// A program of PostgreSQL's is not installed.
        case noProgram
        /// The database cannot be reached.
        case unavailable
        /// The database to be filled holds something.
        case notEmpty
        /// Anything else, such as rights that are missing or a damaged file.
        case failed
    }

    package let code: Code
    /// What the program said, in a line; never rows.
    package let diagnostic: String

    package init(_ code: Code, _ diagnostic: String) {
        self.code = code
        self.diagnostic = diagnostic
    }
}
