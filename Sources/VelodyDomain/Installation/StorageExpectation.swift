/// What a library expects of its storage, as its database says in one answer.
package struct StorageExpectation: Equatable, Sendable {
    /// How many songs are looked for.
    package static let sample = 16

    /// The storage that the library has taken; nil while it has taken none.
    package let storage: StorageID?
    /// Whether it ever had a track.
    package let hasTracks: Bool
    /// Some of the songs that should be there, no more than ``sample``; none where no song has to be.
    ///
    /// Of records that were not collected, and are not noted as damaged. The same ones each time, and no
    /// kind of them rather than another.
    package let songs: [StoredContent]

    package init(storage: StorageID?, hasTracks: Bool, songs: [StoredContent]) {
        self.storage = storage
        self.hasTracks = hasTracks
        self.songs = songs
    }
}
