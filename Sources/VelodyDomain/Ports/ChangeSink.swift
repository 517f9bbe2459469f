/// Takes a page of the change log.
///
/// After each event that is the page's first of its entity, that entity follows, in its current
/// state: as a track, or as its tombstone.
package protocol ChangeSink: TrackSink {
    func event(_ event: LibraryEvent)
    func tombstone(_ tombstone: Tombstone)
}
