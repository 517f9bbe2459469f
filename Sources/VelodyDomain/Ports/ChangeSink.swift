/// Takes a page of the change log.
///
/// After each event that is the page's first of its entity, that entity follows, in its current
/// state: as a track, or as its tombstone.
package protocol ChangeSink {
    associatedtype Tracks: TrackSink

    /// Takes the tracks; once it wants no more, the page ends.
    var tracks: Tracks { get set }

    mutating func event(_ event: LibraryEvent)
    mutating func tombstone(_ tombstone: Tombstone)
}
