import VelodyDomain
import VelodyHTTP

extension JSONWriter {
    /// Writes the contract's `Track`.
    mutating func track(_ track: Track) {
        object { writer in
            writer.member("id", track.id.description)
            writer.member("version", track.version)
            writer.metadata(track.metadata)
            writer.member("durationMs", track.durationMs)
            writer.member("status", track.status.rawValue)
            writer.member("createdAt", track.createdAt.rfc3339)
            writer.member("updatedAt", track.updatedAt.rfc3339)
            writer.member("deletedAt", track.deletedAt?.rfc3339)
            writer.name("audio")
            writer.audio(track.audio)
            writer.name("artwork")
            writer.artwork(track.artwork)
        }
    }

    private mutating func metadata(_ metadata: TrackMetadata) {
        member("title", metadata.title)
        member("artist", metadata.artist)
        member("artists", metadata.artists)
        member("album", metadata.album)
        member("albumArtist", metadata.albumArtist)
        member("genre", metadata.genre)
        member("genres", metadata.genres)
        member("discNumber", metadata.discNumber)
        member("discTotal", metadata.discTotal)
        member("trackNumber", metadata.trackNumber)
        member("trackTotal", metadata.trackTotal)
        member("year", metadata.year)
    }

    private mutating func audio(_ asset: AudioAsset) {
        object { writer in
            writer.member("id", asset.id.description)
            writer.member("sha256", asset.content.hash.hex)
            writer.member("mimeType", asset.content.type.rawValue)
            writer.member("fileExtension", asset.content.type.fileExtension)
            writer.member("fileSizeBytes", asset.content.size)
            writer.member("bitRateKbps", asset.properties.bitRateKbps)
            writer.member("sampleRateHz", asset.properties.sampleRateHz)
            writer.member("channels", asset.properties.channels)
            writer.member("durationMs", asset.properties.durationMs)
            writer.member("encoderDelay", asset.properties.encoderDelay)
            writer.member("encoderPadding", asset.properties.encoderPadding)
            writer.member("warnings", asset.warnings)
            writer.member("originalFilename", asset.originalFilename)
            writer.member("sourceDeviceId", asset.sourceDevice?.description)
            writer.member("createdAt", asset.createdAt.rfc3339)
        }
    }

    private mutating func artwork(_ artwork: Artwork?) {
        guard let artwork else { return null() }
        object { writer in
            writer.member("id", artwork.id.description)
            writer.member("sha256", artwork.content.hash.hex)
            writer.member("mimeType", artwork.content.type.rawValue)
            writer.member("width", artwork.width)
            writer.member("height", artwork.height)
            writer.member("fileSizeBytes", artwork.content.size)
        }
    }
}
