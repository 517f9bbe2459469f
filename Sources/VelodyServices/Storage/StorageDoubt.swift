/// Why a storage is not taken for the library's own.
package enum StorageDoubt: Equatable, Sendable {
    /// Its identity is not the one that the database remembers.
    case foreign
    /// It has no song, and should have some.
    case empty
    /// It lacks most of the songs that were looked for, and the database remembers no storage.
    case otherSongs
    /// It has songs, and the database never had any and remembers no storage.
    case unknownSongs

    /// In plain words.
    package var detail: String {
        switch self {
        case .foreign: "the storage belongs to another library"
        case .empty: "the storage is empty although the library is not"
        case .otherSongs: "the storage lacks most of the library's songs"
        case .unknownSongs: "the storage holds songs although the library has none"
        }
    }

    /// The same as the beginning of a sentence.
    package var sentence: String { detail.prefix(1).uppercased() + detail.dropFirst() }
}
