/// Looks at a database that is to be filled.
///
/// Confined to the thread that made it.
package protocol DatabaseSurvey {
    /// What it holds.
    func contents() throws(StoreError) -> DatabaseContents
}

/// What a database holds, as far as filling it goes.
package enum DatabaseContents: Equatable, Sendable {
    /// Nothing, or the tables of an empty library.
    case nothing
    /// A library with a track, a device or an upload.
    case library
    /// Tables that are not Velody's.
    case foreign
}
