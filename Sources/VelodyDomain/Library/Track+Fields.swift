extension Track {
    /// Tells this record to a sink, as a store tells it from its row.
    /// - Returns: whether the sink wants another one.
    @discardableResult
    package func tell(to sink: inout some TrackSink) -> Bool {
        sink.beginTrack()
        sink.identifier(.id, id.uuid)
        sink.number(.version, version)
        metadata.tell(to: &sink)
        sink.number(.durationMs, Int64(durationMs))
        sink.text(.status, status.rawValue.utf8.span)
        sink.moment(.createdAt, createdAt)
        sink.moment(.updatedAt, updatedAt)
        sink.optional(.deletedAt, deletedAt)
        audio.tell(to: &sink)
        Self.tell(artwork, to: &sink)
        return sink.endTrack()
    }

    private static func tell(_ artwork: Artwork?, to sink: inout some TrackSink) {
        guard let artwork else {
            for field in TrackField.allCases[TrackField.artworkID.rawValue...] {
                sink.absent(field)
            }
            return
        }
        sink.identifier(.artworkID, artwork.id.uuid)
        sink.digest(.artworkHash, artwork.content.hash.bytes.span)
        sink.type(.artworkType, artwork.content.type)
        sink.number(.artworkWidth, Int64(artwork.width))
        sink.number(.artworkHeight, Int64(artwork.height))
        sink.number(.artworkSize, artwork.content.size)
    }
}

extension TrackMetadata {
    fileprivate func tell(to sink: inout some TrackSink) {
        sink.optional(.title, title)
        sink.optional(.artist, artist)
        sink.list(.artists, artists)
        sink.optional(.album, album)
        sink.optional(.albumArtist, albumArtist)
        sink.optional(.genre, genre)
        sink.list(.genres, genres)
        sink.optional(.discNumber, discNumber)
        sink.optional(.discTotal, discTotal)
        sink.optional(.trackNumber, trackNumber)
        sink.optional(.trackTotal, trackTotal)
        sink.optional(.year, year)
    }
}

extension AudioAsset {
    fileprivate func tell(to sink: inout some TrackSink) {
        sink.identifier(.audioID, id.uuid)
        sink.digest(.audioHash, content.hash.bytes.span)
        sink.type(.audioType, content.type)
        sink.number(.audioSize, content.size)
        sink.number(.bitRateKbps, Int64(properties.bitRateKbps))
        sink.number(.sampleRateHz, Int64(properties.sampleRateHz))
        sink.number(.channels, Int64(properties.channels))
        sink.number(.audioDurationMs, Int64(properties.durationMs))
        sink.optional(.encoderDelay, properties.encoderDelay)
        sink.optional(.encoderPadding, properties.encoderPadding)
        sink.list(.warnings, warnings)
        sink.text(.originalFilename, originalFilename.utf8.span)
        if let sourceDevice {
            sink.identifier(.sourceDevice, sourceDevice.uuid)
        } else {
            sink.absent(.sourceDevice)
        }
        sink.moment(.audioCreatedAt, createdAt)
    }
}

extension TrackSink {
    fileprivate mutating func optional(_ field: TrackField, _ value: String?) {
        if let value { text(field, value.utf8.span) } else { absent(field) }
    }

    fileprivate mutating func optional(_ field: TrackField, _ value: Int?) {
        if let value { number(field, Int64(value)) } else { absent(field) }
    }

    fileprivate mutating func optional(_ field: TrackField, _ value: Timestamp?) {
        if let value { moment(field, value) } else { absent(field) }
    }

    fileprivate mutating func list(_ field: TrackField, _ values: [String]) {
        beginList(field)
        for value in values { element(value.utf8.span) }
        endList()
    }
}
