package import VelodyDomain

/// The checks that probes run, each on its own thread.
package enum HealthChecks {
    /// Whether the database answers; notes in `vitals` what it says.
    package static func database(
        _ state: any LibraryStateStore, vitals: LibraryVitals
    ) -> HealthCheck {
        do {
            let version = try state.schemaVersion()
            let hasTracks = try state.hasTracks()
            // A database that is not migrated is failing its own check, not this one.
            let damaged = try? state.damagedBlobs()
            let storage = try? state.storage()
            let expectation = storage == nil ? try? StorageExpectation(of: state) : nil
            vitals.note(
                LibraryVitals.Reading(
                    schemaVersion: version, hasTracks: hasTracks, damagedBlobs: damaged,
                    storage: storage, expectation: expectation))
            return HealthCheck(isPassing: true, detail: "answers")
        } catch {
            return HealthCheck(isPassing: false, detail: error.diagnostic)
        }
    }

    /// Whether the storage is the right one, takes, gives and removes a file, and has room.
    package static func storage(_ blobs: any BlobStore, vitals: LibraryVitals) -> HealthCheck {
        do {
            // First: into another library's storage nothing is written, not even a probe.
            if let doubt = try vitals.reading?.doubt(of: blobs) {
                return HealthCheck(isPassing: false, detail: doubt.detail)
            }
            try blobs.probe(expectingContent: vitals.reading?.hasTracks ?? false)
            return HealthCheck(
                isPassing: true,
                detail: "writes, reads and removes" + damage(vitals.reading?.damagedBlobs ?? 0))
        } catch {
            return HealthCheck(isPassing: false, detail: error.diagnostic)
        }
    }

    /// Damaged songs are for their owner to know of; all others are served as ever.
    private static func damage(_ count: Int) -> String {
        switch count {
        case 0: ""
        case 1: "; 1 file of the library is damaged"
        default: "; \(count) files of the library are damaged"
        }
    }
}

extension LibraryVitals.Reading {
    /// Why the storage is not taken for the library's.
    fileprivate func doubt(of blobs: any BlobStore) throws(StorageError) -> StorageDoubt? {
        guard let storage else { return try expectation?.doubt(of: blobs) }
        return try blobs.identity() == storage ? nil : .foreign
    }
}
