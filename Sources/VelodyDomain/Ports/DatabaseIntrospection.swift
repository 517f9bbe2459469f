/// Asks a database about itself.
///
/// Confined to the thread that made it.
package protocol DatabaseIntrospection {
    /// What it says now; its settings are those for a new connection: `fsync`, `full_page_writes`,
    /// `synchronous_commit`, `max_connections`, `superuser_reserved_connections`.
    func facts() throws(StoreError) -> DatabaseFacts
}
