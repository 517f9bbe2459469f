import Testing

/// The contracts of the storage's ports, each on the memory adapter and on files.
@Suite(.folder) enum StorageContracts {}
