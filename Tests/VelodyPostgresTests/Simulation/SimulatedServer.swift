import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyServices
import VelodyTesting

@testable import VelodyPostgres

/// The real services over a real database, which can be backed up and restored.
final class SimulatedServer {
    /// What a request for changes is answered.
    enum Answer {
        case page(Page)
        case gone
    }

    /// A page of changes.
    struct Page {
        var events: [LibraryEvent]
        var records: [TrackID: Heard.Record]
        var tombstones: [Tombstone]
        var last: Int64
        var hasMore: Bool
        let epoch: UUID
    }

    private let url: String
    private let ownerURL: String
    let defect: Defect?
    private(set) var session: PostgresSession
    let clock = ManualClock()

    init(_ cluster: TemporaryCluster, defect: Defect?) throws {
        self.defect = defect
        url = try cluster.makeDatabase()
        ownerURL = url.replacing("velody_app@", with: "postgres@")
        session = PostgresSession(url)
        if defect == .sequenceInsteadOfCounter { try owner(Defect.sequence) }
    }

    /// Runs SQL as the owner of everything.
    @discardableResult
    func owner(_ statement: String) throws -> String {
        try Command(
            "psql",
            ["-XAtq", "-d", ownerURL, "-c", "SET client_min_messages = warning", "-c", statement]
        ).output().text
    }

    /// A session of the application's role, as a worker that has just started has it.
    func newSession() -> PostgresSession {
        PostgresSession(url)
    }

    /// The worker dies by `kill -9`, and another takes its place.
    func killWorker() { session = newSession() }

    private static let tables = [
        "library_state", "library_events", "device_sync_cursors", "upload_sessions", "audio_assets",
        "tracks", "artwork_assets", "devices",
    ]

    /// Empties the library, for another run.
    func reset() throws {
        killWorker()
        let sequence =
            defect == .sequenceInsteadOfCounter ? "ALTER SEQUENCE numbers RESTART;" : ""
        let emptied = Self.tables.dropFirst().map { "DELETE FROM \($0);" }.joined()
        try owner(
            """
            SET session_replication_role = replica; \(emptied) \(sequence)
            UPDATE library_state SET epoch = gen_random_uuid(), last_event_id = 0
            """)
    }

    /// Keeps every row as it is now.
    func backUp() throws {
        let copied = Self.tables.map { "CREATE TABLE backup.\($0) AS TABLE \($0);" }.joined()
        try owner("DROP SCHEMA IF EXISTS backup CASCADE; CREATE SCHEMA backup; \(copied)")
    }

    /// Puts the rows of the backup back, and begins an epoch as operators are told to.
    func restore() throws {
        killWorker()
        let restored = Self.tables.map {
            "DELETE FROM \($0); INSERT INTO \($0) OVERRIDING SYSTEM VALUE TABLE backup.\($0);"
        }.joined()
        try owner("SET session_replication_role = replica; \(restored) SELECT begin_epoch()")
    }

    var stores: Stores { Stores(session) }

    private var sync: SyncService {
        SyncService(sync: PostgresSyncStore(session), state: stores.state, clock: clock)
    }

    /// A page of a bootstrap; nil where its cursor is of another log.
    func bootstrap(
        _ device: Device, cursor: BootstrapCursor?, limit: Int
    ) throws -> (place: BootstrapCursor, records: [TrackID: Heard.Record], next: BootstrapCursor?)?
    {
        do {
            var place = try sync.place(at: cursor)
            let listener = PageListener()
            var next = try sync.bootstrap(device, from: place, limit: limit, to: listener)
            if defect == .cursorAfterFirstPage, cursor == nil, let after = next?.after {
                // As if the first page had taken a while, and then the state was read.
                try meanwhile()
                place = try sync.place(at: nil)
                next = BootstrapCursor(
                    "\(place.epoch.uuidString.lowercased()).\(place.lastEventID).\(after)")
            }
            return (place, listener.records, next)
        } catch let error as ServiceError where error.code == .resyncRequired {
            return nil
        }
    }

    /// Something else that the server does while it answers; only seen by what is not one snapshot.
    var meanwhile: () throws -> Void = {}

    func changes(_ device: Device, after: Int64, epoch: UUID?, limit: Int) throws -> Answer {
        do {
            var page = try honestPage(device, after: after, epoch: epoch, limit: limit)
            switch defect {
            case .twoSnapshots:
                try meanwhile()
                let newer = try honestPage(device, after: after, epoch: epoch, limit: limit)
                (page.events, page.last, page.hasMore) = (newer.events, newer.last, newer.hasMore)
            case .cursorOfServer: page.last = try stores.state.state().lastEventID
            case .tombstonesForgotten: page.tombstones = []
            default: break
            }
            return .page(page)
        } catch let error as ServiceError where error.code == .resyncRequired {
            guard defect == .emptyPageInsteadOfGone else { return .gone }
            return .page(
                Page(
                    events: [], records: [:], tombstones: [], last: after, hasMore: false,
                    epoch: epoch ?? UUID()))
        }
    }

    private func honestPage(
        _ device: Device, after: Int64, epoch: UUID?, limit: Int
    ) throws -> Page {
        let listener = PageListener()
        let page = try sync.changes(
            .init(after: after, epoch: defect == .noEpoch ? nil : epoch, limit: limit),
            for: device, to: listener)
        return Page(
            events: listener.events, records: listener.records, tombstones: listener.tombstones,
            last: page.last, hasMore: page.hasMore, epoch: page.state.epoch)
    }
}
