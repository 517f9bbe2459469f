package import VelodyDomain

/// Looks at database and storage now and then, so that nobody waits for them when asked.
package enum Surveys {
    /// Asks the database for what it knows without counting; notes in `vitals` what came of it.
    ///
    /// - Returns: what went wrong, for the log; nil for nothing.
    package static func database(
        _ state: any LibraryStateStore, clock: any Clock, vitals: LibraryVitals
    ) -> String? {
        let now = clock.now()
        do throws(StoreError) {
            let library = LibraryVitals.Library(
                state: try state.state(),
                size: try state.size(grownAfter: Capacity.windowBegin(now)),
                damagedBlobs: try state.damagedBlobs(),
                openUploads: try state.openUploads(now: now),
                storage: try? state.storage())
            vitals.note(library, at: now)
            return nil
        } catch {
            vitals.note(nil as LibraryVitals.Library?, at: now)
            return error.diagnostic
        }
    }

    /// Asks the storage for its room, unless it is another library's; notes in `vitals` what came of it.
    ///
    /// - Returns: what went wrong, for the log; nil for nothing.
    package static func storage(
        _ blobs: any BlobStore, clock: any Clock, vitals: LibraryVitals
    ) -> String? {
        do throws(StorageError) {
            let space = try blobs.space()
            if let own = vitals.library.found?.storage, try blobs.identity() != own {
                throw StorageError(.unavailable, StorageDoubt.foreign.detail)
            }
            vitals.note(space, at: clock.now())
            return nil
        } catch {
            vitals.note(nil as StorageSpace?, at: clock.now())
            return error.diagnostic
        }
    }
}
