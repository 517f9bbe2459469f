/// A song of the library: its record, its primary audio and its picture.
package struct Track: Equatable, Sendable {
    /// Whether a track is listed and played.
    package enum Status: String, Sendable {
        case active
        case deleted
    }

    package let id: TrackID
    /// Grows by at least one with every change of the record.
    package var version: Int64
    package var metadata: TrackMetadata
    package var durationMs: Int
    package var status: Status
    package var createdAt: Timestamp
    package var updatedAt: Timestamp
    package var deletedAt: Timestamp?
    package var audio: AudioAsset
    package var artwork: Artwork?

    package init(
        id: TrackID, version: Int64, metadata: TrackMetadata, status: Status,
        createdAt: Timestamp, updatedAt: Timestamp, deletedAt: Timestamp?,
        audio: AudioAsset, artwork: Artwork?
    ) {
        self.id = id
        self.version = version
        self.metadata = metadata
        self.durationMs = audio.properties.durationMs
        self.status = status
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.deletedAt = deletedAt
        self.audio = audio
        self.artwork = artwork
    }
}
