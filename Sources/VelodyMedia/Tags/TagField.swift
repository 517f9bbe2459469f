/// What is taken from tags, whatever a tag calls it.
enum TagField: Hashable {
    case title, artist, album, albumArtist, genre, track, disc
    /// When it was recorded, or what writers put there: the first choice for the year.
    case recorded
    /// The year of ID3v2.3 and before.
    case year
    /// When it was released: the last choice for the year.
    case released

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

    /// By the name TagLib gives it for all formats.
    init?(property name: String) {
        switch name {
        case "TITLE": self = .title
        case "ARTIST": self = .artist
        case "ALBUM": self = .album
        case "ALBUMARTIST": self = .albumArtist
        case "GENRE": self = .genre
        case "TRACKNUMBER": self = .track
        case "DISCNUMBER": self = .disc
        case "DATE": self = .recorded
        default: return nil
        }
    }
}
