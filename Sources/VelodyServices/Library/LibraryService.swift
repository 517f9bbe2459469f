package import VelodyDomain

/// Shows and changes single tracks, and says where their files lie.
///
/// Confined to the thread that made it.
package struct LibraryService {
    private let tracks: any TrackStore
    private let edits: any TrackEditStore
    private let blobs: any BlobStore
    private let clock: any Clock

    package init(stores: Stores, resources: Resources) {
        tracks = stores.tracks
        edits = stores.edits
        blobs = resources.blobs
        clock = resources.clock
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

    /// Makes the owner's edits effective, and returns the track as it is then.
    ///
    /// - Throws: `notFound`; `trackDeleted`; `preconditionFailed`, with the current record, where
    ///   the track's version is not expected.
    package func edit(
        _ id: TrackID, _ changes: TrackEdits, isExpected: (Int64) -> Bool = { _ in true }
    ) throws(ServiceError) -> Track {
        try settle(id) { () throws(StoreError) in
            try edits.edit(id, changes, isExpected: isExpected, now: clock.now())
        }
    }

    /// Marks the track as deleted; throws `notFound`, `preconditionFailed`.
    package func delete(
        _ id: TrackID, isExpected: (Int64) -> Bool = { _ in true }
    ) throws(ServiceError) {
        _ = try settle(id) { () throws(StoreError) in
            try edits.delete(id, isExpected: isExpected, now: clock.now())
        }
    }

    /// Brings a deleted track back, and returns it.
    ///
    /// - Throws: `notFound`; `gone` where its audio is no longer there; `preconditionFailed`.
    package func restore(
        _ id: TrackID, isExpected: (Int64) -> Bool = { _ in true }
    ) throws(ServiceError) -> Track {
        try settle(id) { () throws(StoreError) in
            try edits.restore(id, isExpected: isExpected, now: clock.now())
        }
    }

    /// What came of a change, in the contract's terms.
    func settle(
        _ id: TrackID, _ change: () throws(StoreError) -> TrackChange
    ) throws(ServiceError) -> Track {
        switch try store(change) {
        case .done: return try track(id)
        case .unknown: throw ServiceError(.notFound, "There is no such track.")
        case .deleted: throw ServiceError(.trackDeleted, "The track has been deleted.")
        case .collected: throw ServiceError(.gone, "The track's audio is no longer there.")
        case .stale: throw stale(try track(id))
        case .replaced:
            throw ServiceError(
                .unavailable, "The track's audio is being replaced.", retryAfter: 2)
        }
    }

    /// What a client hears whose record is older than `track`.
    func stale(_ track: Track) -> ServiceError {
        ServiceError(
            .preconditionFailed, "The track has changed since.", facts: [.current(track)])
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
