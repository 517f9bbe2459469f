/// The fields of a track's record, in the order in which they are told to a ``TrackSink``.
///
/// The one list of them: what reads a record (from a row, from a ``Track``) and what writes one
/// both go by it.
package enum TrackField: Int, Sendable, CaseIterable {
    case id, version, title, artist, artists, album, albumArtist, genre, genres
    case discNumber, discTotal, trackNumber, trackTotal, year, durationMs
    case status, createdAt, updatedAt, deletedAt
    case audioID, audioHash, audioType, audioSize, bitRateKbps, sampleRateHz, channels
    case audioDurationMs, encoderDelay, encoderPadding, warnings, originalFilename
    case sourceDevice, audioCreatedAt
    case artworkID, artworkHash, artworkType, artworkWidth, artworkHeight, artworkSize
}
