/// All that one transaction writes when verified content enters the library.
package struct Publication: Equatable, Sendable {
    /// The session it came from, and the fencing number its finalize drew.
    package let upload: UploadID
    package let generation: Int64
    /// The asset to insert if its content is new; its identifier is made by the application.
    package let asset: AudioAsset
    /// The picture to insert if its content is new; nil where the file has none.
    package let artwork: Artwork?
    /// The identifier a new track would get.
    package let newTrack: TrackID
    package let metadata: TrackMetadata
    /// The track whose audio this is to become; nil for a new track.
    package let existingTrack: TrackID?
    package let now: Timestamp

    package init(
        upload: UploadID, generation: Int64, asset: AudioAsset, artwork: Artwork?,
        newTrack: TrackID, metadata: TrackMetadata, existingTrack: TrackID?, now: Timestamp
    ) {
        self.upload = upload
        self.generation = generation
        self.asset = asset
        self.artwork = artwork
        self.newTrack = newTrack
        self.metadata = metadata
        self.existingTrack = existingTrack
        self.now = now
    }
}
