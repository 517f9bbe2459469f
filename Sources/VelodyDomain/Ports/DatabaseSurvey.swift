/// Looks at a database that is to be filled.
///
/// Confined to the thread that made it.
package protocol DatabaseSurvey {
    /// What it holds.
    func contents() throws(StoreError) -> DatabaseContents
}

/// What a database holds, as far as filling it goes.
package enum DatabaseContents: Equatable, Sendable {
    /// The tables of an empty library.
    case nothing
    /// Nothing at all: it was never migrated, so nobody has looked whether it is fit.
    case unprepared
    /// The tables of a library, which this role may not replace.
    case closed
    /// A library with a track, a device or an upload.
    case library
    /// Tables that are not Velody's.
    case foreign
}
