/// What is taken from tags, whatever a tag calls it.
enum TagField: Hashable {
    case title, artist, album, albumArtist, genre, track, trackTotal, disc, discTotal
    /// The artists one by one, where a tagger wrote them beside the artist that is shown.
    case artistList
    /// The album's artist under a name of the tagger's own: it counts where the field says nothing.
    case otherAlbumArtist
    /// When it was recorded, or what writers put there: the first choice for the year.
    case recorded
    /// The year of ID3v2.3 and before.
    case year
    /// When it was released: the last choice for the year.
    case released

    /// Those that tell the year: they are taken from one tag together.
    static let dates: Set<TagField> = [.recorded, .year, .released]

    /// By an ID3v2 frame's name: three letters in v2.2, and in later tags of writers in error.
    init?(id3v2 name: String) {
        switch name {
        case "TIT2", "TT2": self = .title
        case "TPE1", "TP1": self = .artist
        case "TALB", "TAL": self = .album
        case "TPE2", "TP2": self = .albumArtist
        case "TCON", "TCO": self = .genre
        case "TRCK", "TRK": self = .track
        case "TPOS", "TPA": self = .disc
        case "TDRC": self = .recorded
        case "TYER", "TYE": self = .year
        case "TDRL": self = .released
        default: return nil
        }
    }

    /// By the name in capitals that a tagger gave to a text of ID3v2 which has no frame of its own.
    init?(named name: String) {
        switch name {
        case "ARTISTS": self = .artistList
        case "ALBUM ARTIST", "ALBUMARTIST": self = .otherAlbumArtist
        case "TRACKTOTAL", "TOTALTRACKS": self = .trackTotal
        case "DISCTOTAL", "TOTALDISCS": self = .discTotal
        default: return nil
        }
    }

    /// By an APE item's key in capitals.
    init?(ape key: String) {
        switch key {
        case "TITLE": self = .title
        case "ARTIST": self = .artist
        case "ARTISTS": self = .artistList
        case "ALBUM": self = .album
        case "ALBUM ARTIST", "ALBUMARTIST": self = .albumArtist
        case "GENRE": self = .genre
        case "TRACK", "TRACKNUMBER": self = .track
        case "DISC", "DISCNUMBER": self = .disc
        case "YEAR", "DATE": self = .year
        default: return nil
        }
    }

    /// By a Vorbis comment's name in capitals.
    init?(comment name: String) {
        switch name {
        case "TITLE": self = .title
        case "ARTIST": self = .artist
        case "ARTISTS": self = .artistList
        case "ALBUM": self = .album
        case "ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST": self = .albumArtist
        case "GENRE": self = .genre
        case "TRACKNUMBER", "TRACK": self = .track
        case "TRACKTOTAL", "TOTALTRACKS": self = .trackTotal
        case "DISCNUMBER", "DISC": self = .disc
        case "DISCTOTAL", "TOTALDISCS": self = .discTotal
        case "DATE": self = .recorded
        case "YEAR": self = .year
        case "RELEASEDATE": self = .released
        default: return nil
        }
    }

    /// By an MP4 item's name; one of the tagger's own stands in capitals behind `----:`.
    init?(atom name: String) {
        switch name {
        case "\u{A9}nam": self = .title
        case "\u{A9}ART": self = .artist
        case "\u{A9}alb": self = .album
        case "aART": self = .albumArtist
        case "----:ARTISTS": self = .artistList
        case "\u{A9}gen": self = .genre
        case "\u{A9}day": self = .recorded
        default: return nil
        }
    }

    /// By the name of a chunk in a RIFF file's INFO list.
    init?(info name: String) {
        switch name {
        case "INAM": self = .title
        case "IART": self = .artist
        case "IPRD": self = .album
        case "IGNR": self = .genre
        case "ITRK", "IPRT", "TRCK": self = .track
        case "ICRD": self = .year
        default: return nil
        }
    }
}
