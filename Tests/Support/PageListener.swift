package import VelodyDomain

/// Remembers what a page of the change log tells.
package struct PageListener: ChangeSink {
    package private(set) var events: [LibraryEvent] = []
    package private(set) var tombstones: [Tombstone] = []
    package var tracks: RecordListener

    /// Wants no more once it was told so many tracks.
    package init(wanting: Int = .max) { tracks = RecordListener(wanting: wanting) }

    package mutating func event(_ event: LibraryEvent) { events.append(event) }
    package mutating func tombstone(_ tombstone: Tombstone) { tombstones.append(tombstone) }
}
