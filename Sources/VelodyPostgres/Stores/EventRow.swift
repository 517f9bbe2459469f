import VelodyDomain

/// How an event lies in its row, with the entity it names behind it.
enum EventRow {
    static let columns: Statement = """
        e.id, e.entity_type, e.entity_id, e.action, e.version, e.payload_version, e.created_at
        """

    /// Nil where the columns are NULL: the page has no event.
    static func read(_ row: inout LentRow) throws(PostgresError) -> LibraryEvent? {
        let id = try row.next { bytes throws(PostgresError) in try Wire.integer(bytes) }
        guard let id else { return nil }
        return LibraryEvent(
            id: id, entityType: try row.choice(LibraryEvent.EntityType.self),
            entity: TrackID(try row.uuid()), action: try row.choice(LibraryAction.self),
            version: try row.integer(), payloadVersion: Int(try row.integer()),
            createdAt: try row.timestamp())
    }

    /// Tells the track, or its tombstone; nothing where an earlier event of the page has told it.
    /// - Returns: whether the sink wants more.
    static func tellEntity(
        of event: LibraryEvent, _ row: inout LentRow, to sink: inout some ChangeSink
    ) throws(PostgresError) -> Bool {
        let version = try row.next { bytes throws(PostgresError) in try Wire.integer(bytes) }
        let deletedAt = try row.next { bytes throws(PostgresError) in try Wire.timestamp(bytes) }
        guard let version else { return true }
        guard let deletedAt else { return try row.track(to: &sink.tracks) }
        sink.tombstone(
            Tombstone(
                entityType: event.entityType, id: event.entity, version: version,
                deletedAt: deletedAt))
        return true
    }
}
