import VelodyDomain

extension BackupManifest {
    /// The manifest of a set; nil where it is damaged or gone.
    static func read(
        _ set: String, in archive: any BackupArchive, _ cryptography: any Cryptography
    ) throws(ServiceError) -> BackupManifest? {
        let document: [UInt8]
        do throws(StorageError) { document = try archive.manifest(of: set) } catch {
            guard error.code == .missing || error.code == .unexpected else {
                throw ServiceError(archive: error)
            }
            return nil
        }
        return BackupManifest(document, cryptography) { archive.location(of: $0) }
    }

    /// Whether the set's dump is the one that belongs to it.
    func hasDatabase(
        _ set: String, in archive: any BackupArchive
    ) throws(ServiceError) -> Bool {
        do throws(StorageError) { return try archive.measureDatabase(of: set) == database } catch {
            guard error.code == .missing || error.code == .unexpected else {
                throw ServiceError(archive: error)
            }
            return false
        }
    }
}
