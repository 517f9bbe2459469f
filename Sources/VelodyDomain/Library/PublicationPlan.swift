/// What publishing has to do, decided from what the library holds.
///
/// Pure: the store reads ``Holdings`` under its locks, asks, and carries the answer out.
package enum PublicationPlan: Equatable, Sendable {
    /// Insert asset and track; event `create`.
    case create
    /// Insert the asset and make it the track's primary; event `update` (`restore` if deleted).
    case replaceAudio(of: TrackID, event: LibraryAction)
    /// The track already has this asset, superseded: make it primary again.
    case promote(AudioAssetID, of: TrackID, event: LibraryAction)
    /// The content is a deleted track's primary audio: bring the track back; event `restore`.
    case revive(TrackID, asset: AudioAssetID)
    /// The content is here already; nothing changes and no event is written.
    case keep(TrackID, asset: AudioAssetID)

    /// What the library holds of the content, and of the track it is meant for.
    package struct Holdings: Equatable, Sendable {
        /// The track that owns the content, and whether the asset is its primary.
        package struct Owner: Equatable, Sendable {
            package let track: TrackID
            package let asset: AudioAssetID
            package let isPrimary: Bool
            package let isDeleted: Bool

            package init(track: TrackID, asset: AudioAssetID, isPrimary: Bool, isDeleted: Bool) {
                self.track = track
                self.asset = asset
                self.isPrimary = isPrimary
                self.isDeleted = isDeleted
            }
        }

        package let owner: Owner?
        /// Whether the existing track that was named is deleted; nil where none was named.
        package let targetIsDeleted: Bool?

        package init(owner: Owner?, targetIsDeleted: Bool?) {
            self.owner = owner
            self.targetIsDeleted = targetIsDeleted
        }
    }

    /// Decides for content that is to become `target`'s audio, or a new track's where nil.
    package static func decide(target: TrackID?, holdings: Holdings) -> PublicationPlan {
        guard let owner = holdings.owner else {
            guard let target else { return .create }
            return .replaceAudio(
                of: target, event: holdings.targetIsDeleted == true ? .restore : .update)
        }
        // A superseded asset moves only when its own track is named.
        if !owner.isPrimary, target == nil || target == owner.track {
            return .promote(
                owner.asset, of: owner.track, event: owner.isDeleted ? .restore : .update)
        }
        if owner.isDeleted, target == nil || target == owner.track {
            return .revive(owner.track, asset: owner.asset)
        }
        return .keep(owner.track, asset: owner.asset)
    }

    /// Whether the session that asked makes the track.
    package var createsTrack: Bool { self == .create }
}
