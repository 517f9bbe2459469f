import VelodyPostgres
import VelodyServices

extension Stores {
    /// All stores over one connection.
    init(_ session: PostgresSession) {
        self.init(
            devices: PostgresDeviceStore(session), uploads: PostgresUploadStore(session),
            tracks: PostgresTrackStore(session), catalog: PostgresCatalogStore(session),
            edits: PostgresTrackEditStore(session), state: PostgresLibraryStateStore(session))
    }
}
