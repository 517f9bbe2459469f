/// What is left of a deleted track, for devices that still have it.
package struct Tombstone: Equatable, Sendable {
    package let entityType: LibraryEvent.EntityType
    package let id: TrackID
    package let version: Int64
    package let deletedAt: Timestamp

    package init(
        entityType: LibraryEvent.EntityType, id: TrackID, version: Int64, deletedAt: Timestamp
    ) {
        self.entityType = entityType
        self.id = id
        self.version = version
        self.deletedAt = deletedAt
    }
}
