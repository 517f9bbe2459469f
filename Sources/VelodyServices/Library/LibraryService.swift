package import VelodyDomain

/// Shows the library, and says where its files lie.
///
/// Confined to the thread that made it.
package struct LibraryService {
    private let tracks: any TrackStore
    private let blobs: any BlobStore

    package init(stores: Stores, resources: Resources) {
        tracks = stores.tracks
        blobs = resources.blobs
    }

    /// The newest active tracks, at most `limit`.
    package func newest(limit: Int) throws(ServiceError) -> [Track] {
        try store { () throws(StoreError) in try tracks.newest(limit: limit) }
    }

    /// The track, a deleted one too; throws `notFound`.
    package func track(_ id: TrackID) throws(ServiceError) -> Track {
        let found = try store { () throws(StoreError) in try tracks.find(id) }
        guard let found else { throw ServiceError(.notFound, "There is no such track.") }
        return found
    }

    /// The track, to be played: a deleted one throws `gone`.
    package func playable(_ id: TrackID) throws(ServiceError) -> Track {
        let track = try track(id)
        guard track.status == .active else {
            throw ServiceError(.gone, "The track has been deleted.")
        }
        return track
    }

    /// The picture; throws `notFound`.
    package func artwork(_ id: ArtworkID) throws(ServiceError) -> Artwork {
        let found = try store { () throws(StoreError) in try tracks.artwork(id) }
        guard let found else { throw ServiceError(.notFound, "There is no such artwork.") }
        return found
    }

    /// Where the web server finds a blob, below its internal location.
    package func location(of content: StoredContent) -> String {
        blobs.location(of: content)
    }
}
