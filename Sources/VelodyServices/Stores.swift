package import VelodyDomain

/// The database's ports, all over one connection.
///
/// Confined to the thread that made them.
package struct Stores {
    package let devices: any DeviceStore
    package let uploads: any UploadStore
    package let tracks: any TrackStore
    package let catalog: any CatalogStore
    package let edits: any TrackEditStore
    package let state: any LibraryStateStore

    package init(
        devices: any DeviceStore, uploads: any UploadStore, tracks: any TrackStore,
        catalog: any CatalogStore, edits: any TrackEditStore, state: any LibraryStateStore
    ) {
        self.devices = devices
        self.uploads = uploads
        self.tracks = tracks
        self.catalog = catalog
        self.edits = edits
        self.state = state
    }
}
