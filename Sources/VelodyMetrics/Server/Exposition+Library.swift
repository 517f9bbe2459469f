import FoundationEssentials
import VelodyDomain
package import VelodyServices

extension Exposition {
    /// Writes what the surveys found last.
    package mutating func library(_ vitals: LibraryVitals) {
        let (library, space) = (vitals.library, vitals.space)
        gauges(
            "velody_survey_passing",
            "Whether database and storage answered when they were last looked at.",
            [
                ([("of", "database")], library.isPassing ? 1 : 0),
                ([("of", "storage")], space.isPassing ? 1 : 0),
            ])
        gauges(
            "velody_survey_timestamp_seconds",
            "When database and storage last answered: what is told of them is of then.",
            [("database", library.foundAt), ("storage", space.foundAt)].compactMap { of, at in
                at.map { ([("of", of)], Double($0.microseconds) / 1_000_000) }
            })
        if let found = library.found { write(found) }
        gauge("velody_storage_size_bytes", "Size of its file system.", space.found?.total)
        gauge(
            "velody_storage_available_bytes", "Free space of its file system.",
            space.found?.available)
        gauge(
            "velody_storage_reserve_bytes", "What stays free whatever is uploaded.",
            space.found?.reserve)
        gauge(
            "velody_storage_growth_bytes_per_day",
            "Mean growth of the library over the last 30 days.", vitals.capacity?.bytesPerDay)
        gauge(
            "velody_storage_left_seconds",
            "Time until uploads are refused if it grows on so; absent where it does not grow.",
            (vitals.capacity?.daysLeft).map { $0 * 86_400 })
    }

    private mutating func write(_ found: LibraryVitals.Library) {
        gauge("velody_library_last_event", "The newest event's id.", found.state.lastEventID)
        gauges(
            "velody_library_epoch_info", "The change log's epoch: it changes with a restore.",
            [([("epoch", found.state.epoch.uuidString.lowercased())], 1)])
        gauges(
            "velody_library_tracks", "Tracks, and what deleted ones left.",
            [
                ([("status", "active")], Double(found.size.tracks)),
                ([("status", "deleted")], Double(found.size.deletedTracks)),
            ])
        gauges(
            "velody_library_files", "Stored files.",
            [
                ([("kind", "audio")], Double(found.size.audio.count)),
                ([("kind", "artwork")], Double(found.size.artwork.count)),
            ])
        gauges(
            "velody_library_bytes", "Size of the stored files.",
            [
                ([("kind", "audio")], Double(found.size.audio.bytes)),
                ([("kind", "artwork")], Double(found.size.artwork.bytes)),
            ])
        gauge(
            "velody_library_damaged_files", "Files that verify found missing or damaged.",
            Int64(found.damagedBlobs))
        gauge(
            "velody_uploads_open", "Announced uploads that are neither finished nor expired.",
            Int64(found.openUploads))
    }
}
