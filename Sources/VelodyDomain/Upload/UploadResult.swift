/// What a finalized session came to.
package struct UploadResult: Equatable, Sendable {
    package let track: TrackID
    package let asset: AudioAssetID
    /// Whether this session made the track.
    package let created: Bool

    package init(track: TrackID, asset: AudioAssetID, created: Bool) {
        self.track = track
        self.asset = asset
        self.created = created
    }
}
