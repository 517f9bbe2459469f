package import VelodyDomain

/// The checks that probes run, each on its own thread.
package enum HealthChecks {
    /// Whether the database answers; notes in `vitals` what it says.
    package static func database(
        _ state: any LibraryStateStore, vitals: LibraryVitals
    ) -> HealthCheck {
        do {
            let version = try state.schemaVersion()
            // A database that is not migrated is failing its own check, not this one.
            let damaged = try? state.damagedBlobs()
            // Of a library that was lost it is a long question.
            let isAsked = vitals.isStorageDoubted
            vitals.note(
                LibraryVitals.Reading(
                    schemaVersion: version, damagedBlobs: damaged, storage: try? state.storage(),
                    isAsked: isAsked, expectation: isAsked ? try? state.expectation() : nil))
            return HealthCheck(isPassing: true, detail: "answers")
        } catch {
            return HealthCheck(isPassing: false, detail: error.diagnostic)
        }
    }

    /// Whether the storage is the right one, takes, gives and removes a file, and has room.
    package static func storage(_ blobs: any BlobStore, vitals: LibraryVitals) -> HealthCheck {
        do {
            // First: into another library's storage nothing is written, not even a probe.
            if let doubt = try doubt(of: blobs, vitals) {
                return HealthCheck(isPassing: false, detail: doubt)
            }
            try blobs.probe()
            return HealthCheck(
                isPassing: true,
                detail: "writes, reads and removes" + damage(vitals.reading?.damagedBlobs ?? 0))
        } catch {
            return HealthCheck(isPassing: false, detail: error.diagnostic)
        }
    }

    private static func doubt(
        of blobs: any BlobStore, _ vitals: LibraryVitals
    ) throws(StorageError) -> String? {
        guard let reading = vitals.reading else { return nil }
        let isDoubted = try !blobs.isBeyondDoubt(as: reading.storage)
        vitals.noteStorage(isDoubted: isDoubted)
        guard isDoubted else { return nil }
        if let expectation = reading.expectation {
            return try expectation.doubt(of: blobs)?.detail
        }
        guard !reading.isAsked, let storage = reading.storage else {
            return "the database has not said which one it is"
        }
        // Its last song was collected, or all are lost: the database is asked next which of the two.
        return try blobs.identity() == storage ? nil : StorageDoubt.foreign.detail
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
