/// What one transaction writes when a track's stored file was read anew.
package struct Rereading: Equatable, Sendable {
    /// The asset that was read: the track's primary, unless that changed meanwhile.
    package let asset: AudioAssetID
    package var properties: AudioProperties
    /// Stable codes, as in ``AudioAsset/warnings``.
    package var warnings: [String]
    /// What the file says now; where it says nothing, what was said when it came stays.
    package var metadata: TrackMetadata
    /// The picture to insert if its content is new; nil where the file has none, and the track keeps
    /// the one it has.
    package var artwork: Artwork?
    /// Whether the owner's edits are forgotten.
    package let dropsEdits: Bool
    package let now: Timestamp

    package init(
        asset: AudioAssetID, properties: AudioProperties, warnings: [String],
        metadata: TrackMetadata, artwork: Artwork?, dropsEdits: Bool, now: Timestamp
    ) {
        self.asset = asset
        self.properties = properties
        self.warnings = warnings
        self.metadata = metadata
        self.artwork = artwork
        self.dropsEdits = dropsEdits
        self.now = now
    }
}
