import VelodyDomain
import VelodyHTTP

/// Writes a page of the change log: tracks as they come, events and tombstones beside them.
final class ChangesEncoder: TrackEncoder, ChangeSink {
    private var events = JSONWriter()
    private var tombstones = JSONWriter()

    init() {
        var json = JSONWriter()
        json.open("{")
        json.name("tracks")
        json.open("[")
        super.init(json, limit: TrackEncoder.pageLimit)
    }

    override var size: Int { super.size + events.bytes.count + tombstones.bytes.count }

    func event(_ event: LibraryEvent) {
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
    }

    func tombstone(_ tombstone: Tombstone) {
        tombstones.object { writer in
            writer.member("entityType", tombstone.entityType.rawValue)
            writer.name("id")
            writer.uuid(tombstone.id.uuid)
            writer.member("version", tombstone.version)
            writer.name("deletedAt")
            writer.moment(tombstone.deletedAt)
        }
    }

    /// Completes the page; nothing is written after it.
    func finish(_ page: ChangesPage) -> [UInt8] {
        json.close("]")
        list("events", events)
        list("tombstones", tombstones)
        json.name("epoch")
        json.uuid(page.state.epoch)
        json.member("lastEventId", page.last)
        json.name("hasMore")
        json.boolean(page.hasMore)
        json.close("}")
        return json.bytes
    }

    private func list(_ name: StaticString, _ elements: JSONWriter) {
        json.name(name)
        json.open("[")
        json.fragment(elements.bytes)
        json.close("]")
    }
}
