/// One entry of the change log: this entity changed, and has at least this version since.
package struct LibraryEvent: Equatable, Sendable {
    /// The kinds of entities that the log tells of.
    package enum EntityType: String, Sendable {
        case track
    }

    /// Counts up without gaps, in the order in which changes were committed.
    package let id: Int64
    package let entityType: EntityType
    package let entity: TrackID
    package let action: LibraryAction
    /// The entity's version after the change.
    package let version: Int64
    /// The form of the records that the event leads to: 1.
    package let payloadVersion: Int
    package let createdAt: Timestamp

    package init(
        id: Int64, entityType: EntityType, entity: TrackID, action: LibraryAction, version: Int64,
        payloadVersion: Int, createdAt: Timestamp
    ) {
        self.id = id
        self.entityType = entityType
        self.entity = entity
        self.action = action
        self.version = version
        self.payloadVersion = payloadVersion
        self.createdAt = createdAt
    }
}
