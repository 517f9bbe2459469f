import VelodyDomain
import VelodyHTTP

extension JSONWriter {
    /// Writes one of the contract's albums.
    mutating func album(_ album: Album) {
        object { writer in
            writer.member("album", album.name)
            writer.member("albumArtist", album.artist)
            writer.member("year", album.year)
            writer.member("trackCount", album.trackCount)
            writer.member("durationMs", album.durationMs)
            writer.member("artworkId", album.artwork?.description)
        }
    }

    /// Writes one of the contract's artists.
    mutating func artist(_ artist: Artist) {
        object { writer in
            writer.member("artist", artist.name)
            writer.member("trackCount", artist.trackCount)
            writer.member("albumCount", artist.albumCount)
            writer.member("durationMs", artist.durationMs)
        }
    }

    /// Writes one of the contract's genres.
    mutating func genre(_ genre: Genre) {
        object { writer in
            writer.member("genre", genre.name)
            writer.member("trackCount", genre.trackCount)
            writer.member("durationMs", genre.durationMs)
        }
    }
}
