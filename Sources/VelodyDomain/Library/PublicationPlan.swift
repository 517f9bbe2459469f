/// What publishing has to do, decided from what the library holds.
///
/// Pure: the store reads the content's ``Owner`` under its locks, asks, and carries the answer out.
package enum PublicationPlan: Equatable, Sendable {
    /// Insert asset and track; event `create`.
    case create
    /// Insert the asset and make it the track's primary; event `update` (`restore` if deleted).
    case replaceAudio(of: TrackID)
    /// The track already has this asset, superseded, and is named or deleted: make it primary
    /// again; event `update` (`restore` if deleted).
    case promote(AudioAssetID, of: TrackID)
    /// The content is a deleted track's primary audio: bring the track back; event `restore`.
    case revive(TrackID, asset: AudioAssetID)
    /// The content is here already; nothing changes and no event is written.
    case keep(TrackID, asset: AudioAssetID)

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

    /// Decides for content of `owner`, or of nobody where nil, that is to become `target`'s audio,
    /// or a new track's where nil.
    package static func decide(target: TrackID?, owner: Owner?) -> PublicationPlan {
        guard let owner else {
            return target.map { .replaceAudio(of: $0) } ?? .create
        }
        // What belongs to another track than the one that is named stays as it is.
        guard target == nil || target == owner.track else {
            return .keep(owner.track, asset: owner.asset)
        }
        // Who sends a replaced file without naming its track does not ask to have it back.
        guard owner.isPrimary || owner.isDeleted || target != nil else {
            return .keep(owner.track, asset: owner.asset)
        }
        if !owner.isPrimary { return .promote(owner.asset, of: owner.track) }
        return owner.isDeleted
            ? .revive(owner.track, asset: owner.asset) : .keep(owner.track, asset: owner.asset)
    }
}
