/// What this code needs of the database's schema.
package enum PostgresSchema {
    /// The newest migration that the statements here rely on.
    package static let requiredVersion = 12
}
