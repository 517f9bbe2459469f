import FoundationEssentials
import VelodyCrypto
import VelodyDomain
import VelodyServices
import VelodyTesting

@testable import VelodyPostgres

extension Simulation {
    /// What must hold after each page that was applied.
    func check(
        _ device: SimulatedDevice, before: SimulatedDevice, _ page: SimulatedServer.Page,
        newest: LibraryState
    ) throws {
        // What the epoch is for is seen by the devices; that it is refused at all is seen here.
        if defect == nil, before.epoch != newest.epoch {
            throw Violation(description: "I8: a cursor of another epoch is followed")
        }
        let ids = page.events.map(\.id)
        if ids != ids.sorted() || (ids.first ?? .max) <= before.cursor {
            throw Violation(description: "I4: events \(ids) after \(before.cursor)")
        }
        if device.cursor < before.cursor {
            throw Violation(description: "I4: the cursor went back")
        }
        try checkResurrection(device, before: before)
        try checkPrefix(device)
        if !page.hasMore { try compare(device, "I3") }
    }

    /// I7: what was gone is back only where a restore says so.
    private func checkResurrection(
        _ device: SimulatedDevice, before: SimulatedDevice
    ) throws {
        for (id, version) in before.gone {
            guard let record = device.records[id] else { continue }
            let restored = history.contains {
                $0.entity == id && $0.action == .restore && $0.version > version
                    && $0.version <= record.version
            }
            if !restored, defect == nil { throw Violation(description: "I7: \(id) lives again") }
        }
    }

    /// I2: of what has no event after the cursor, the device has exactly the present state.
    private func checkPrefix(_ device: SimulatedDevice) throws {
        for row in try server.tracks(settledBy: device.cursor) {
            let expected = row.isDeleted ? nil : row.record
            if device.records[row.id] != expected {
                throw Violation(
                    description:
                        "I2: at \(device.cursor) \(row.id) is \(String(describing: device.records[row.id])), not \(String(describing: expected))"
                )
            }
        }
    }

    /// I3: the device has what the server has.
    func compare(_ device: SimulatedDevice, _ invariant: String) throws {
        let active = try server.tracks(settledBy: .max).filter { !$0.isDeleted }
        let expected = Dictionary(uniqueKeysWithValues: active.map { ($0.id, $0.record) })
        if device.records != expected {
            throw Violation(
                description:
                    "\(invariant): \(device.records.count) records differ from \(expected.count)")
        }
    }

    /// I4: takes the newly committed events down; they must go on where the last ones ended.
    func noteEvents() throws {
        let last = history.last?.id ?? 0
        var listener = PageListener()
        _ = try PostgresSyncStore(server.session).changes(after: last, limit: 1_000, to: &listener)
        let ids = listener.events.map(\.id)
        if defect == nil, ids != ids.indices.map({ last + 1 + Int64($0) }) {
            throw Violation(description: "I4: events \(ids) follow \(last)")
        }
        history += listener.events
    }
}

extension SimulatedServer {
    /// A track as the database has it.
    struct Stored {
        let id: TrackID
        let record: Heard.Record
        let isDeleted: Bool
    }

    /// The track that the content of a seed belongs to.
    func track(of content: UInt8) throws -> TrackID? {
        try stores.tracks.holding(OpenSSLCryptography().sha256([content]))?.track
    }

    func trackIDs() throws -> [TrackID] {
        try session.query("SELECT id FROM tracks ORDER BY id") { row throws(PostgresError) in
            try row.id()
        }
    }

    /// The tracks that nothing happened to after this event.
    func tracks(settledBy event: Int64) throws -> [Stored] {
        try session.query(
            """
            SELECT id, version, title, deleted_at IS NOT NULL FROM tracks t
            WHERE NOT EXISTS (SELECT FROM library_events e WHERE e.entity_id = t.id
                              AND e.id > \(event))
            """
        ) { row throws(PostgresError) in
            Stored(
                id: try row.id(),
                record: Heard.Record(
                    version: Int64(try row.integer()), title: try row.optionalText()),
                isDeleted: try row.flag())
        }
    }
}
