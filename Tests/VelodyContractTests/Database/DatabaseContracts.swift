import Testing

/// The contracts of the database's ports, each on the memory and on the PostgreSQL adapter.
@Suite(.cluster) enum DatabaseContracts {}
