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

    private let cluster: TemporaryCluster
    /// The application's way in; another one after a restore.
    private(set) var url: String
    let defect: Defect?
    private(set) var session: PostgresSession
    let clock = ManualClock()
    private var dump: [UInt8] = []

    init(_ cluster: TemporaryCluster, defect: Defect?) throws {
        self.cluster = cluster
        self.defect = defect
        url = try cluster.makeDatabase()
        session = PostgresSession(url)
    }

    private var ownerURL: String { url.replacing("velody_app@", with: "postgres@") }

    /// Runs SQL as the owner of everything.
    @discardableResult
    func owner(_ statement: String) throws -> String {
        try Command(
            "psql",
            ["-XAtq", "-d", ownerURL, "-c", "SET client_min_messages = warning", "-c", statement]
        ).output().text
    }

    /// The present moment, for SQL.
    var moment: String { "'\(clock.now().rfc3339)'::timestamptz" }

    /// A process that writes by hand, with the application's rights.
    func newWriter() throws -> Dialogue { try Dialogue("psql", ["-XAtq", "-d", url]) }

    /// A process that brings content in.
    func newWorker() throws -> Dialogue { try Dialogue(Self.worker, [url]) }

    /// Beside the program that runs the tests.
    private static let worker =
        ((try? FileManager().destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "")
        .split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/simulation-worker"

    /// Waits until the database has ended what it was doing for processes that are gone.
    func hasForgottenWorkers() throws -> Bool {
        loseSession()
        for _ in 0..<600 {
            let others = try owner(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND usename = 'velody_app'
                """)
            if others == "0\n" { return true }
            ProcessEvents.pause(milliseconds: 50)
        }
        return false
    }

    /// The readers' connections are lost, and made anew.
    func loseSession() { session = PostgresSession(url) }

    /// Begins with an empty library, for another run.
    func reset() throws {
        try replaceDatabase(by: cluster.makeDatabase())
        if defect == .sequenceInsteadOfCounter { try owner(Defect.sequence) }
    }

    private func replaceDatabase(by another: String) throws {
        let old = url
        url = another
        loseSession()
        try cluster.dropDatabase(old)
    }

    /// Dumps the database, as operators back it up.
    func backUp() throws { dump = try Command("pg_dump", ["-d", ownerURL]).output().bytes }

    /// Restores the dump into a new database, and begins an epoch as operators are told to.
    func restore() throws {
        let path = "\(cluster.folder)/dump-\(UUID().uuidString)"
        defer { try? FileManager().removeItem(atPath: path) }
        try Data(dump).write(to: URL(filePath: path))
        try replaceDatabase(by: cluster.makeEmptyDatabase())
        _ = try Command("psql", ["-Xq", "-o", "/dev/null", "-d", ownerURL]).output(input: path)
        try owner("SELECT begin_epoch()")
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
            var listener = RecordListener()
            var next = try sync.bootstrap(device, from: place, limit: limit, to: &listener)
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
        var listener = PageListener()
        let page = try sync.changes(
            .init(after: after, epoch: defect == .noEpoch ? nil : epoch, limit: limit),
            for: device, to: &listener)
        return Page(
            events: listener.events, records: listener.tracks.records,
            tombstones: listener.tombstones, last: page.last, hasMore: page.hasMore,
            epoch: page.state.epoch)
    }
}
