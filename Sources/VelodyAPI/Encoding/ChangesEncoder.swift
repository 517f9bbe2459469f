import VelodyDomain
import VelodyHTTP

/// Writes a page of the change log: tracks as they come, events and tombstones beside them.
struct ChangesEncoder: ChangeSink {
    /// Becomes the whole page.
    var tracks = TrackEncoder()
    private var events = JSONWriter()
    private var tombstones = JSONWriter()

    init() {
        tracks.json.open("{")
        tracks.json.name("tracks")
        tracks.json.open("[")
    }

    mutating func event(_ event: LibraryEvent) {
        events.object { writer in
            writer.member("id", event.id)
            writer.member("entityType", event.entityType.rawValue)
            writer.name("entityId")
            writer.uuid(event.entity.uuid)
            writer.member("action", event.action.rawValue)
            writer.member("version", event.version)
            writer.member("payloadVersion", event.payloadVersion)
            writer.name("createdAt")
            writer.moment(event.createdAt)
        }
        noteSize()
    }

    mutating func tombstone(_ tombstone: Tombstone) {
        tombstones.object { writer in
            writer.member("entityType", tombstone.entityType.rawValue)
            writer.name("id")
            writer.uuid(tombstone.id.uuid)
            writer.member("version", tombstone.version)
            writer.name("deletedAt")
            writer.moment(tombstone.deletedAt)
        }
        noteSize()
    }

    /// Completes the page; nothing is written after it.
    mutating func finish(_ page: ChangesPage) -> [UInt8] {
        tracks.json.close("]")
        list("events", events)
        list("tombstones", tombstones)
        tracks.json.name("epoch")
        tracks.json.uuid(page.state.epoch)
        tracks.json.member("lastEventId", page.last)
        tracks.json.name("hasMore")
        tracks.json.boolean(page.hasMore)
        tracks.json.close("}")
        return tracks.json.bytes
    }

    private mutating func noteSize() {
        tracks.sizeBeside = events.bytes.count + tombstones.bytes.count
    }

    private mutating func list(_ name: StaticString, _ elements: JSONWriter) {
        tracks.json.name(name)
        tracks.json.open("[")
        tracks.json.fragment(elements.bytes)
        tracks.json.close("]")
    }
}
