import FoundationEssentials
import Glibc
import Testing
import VelodyDomain
import VelodyPostgres
import VelodyRuntime
import VelodyTesting

/// The change log as readers see it, over a real PostgreSQL.
@Suite(.serialized, .cluster) struct ChangeLogTests {
    private let library: ScratchLibrary
    private let store: PostgresSyncStore

    init() throws {
        library = try ScratchLibrary()
        store = PostgresSyncStore(library.session)
    }

    private func page(after: Int64 = 0, limit: Int = 100) throws -> Heard {
        try Heard(store, after: after, limit: limit)
    }

    private func touch(_ track: TrackID, _ title: String) throws {
        try library.sql("UPDATE tracks SET title = '\(title)' WHERE id = '\(track)'")
    }

    /// S1, S2, PS5.
    @Test func `a reader sees every event once, whatever 8 writers do`() throws {
        // Stalls between write and commit, aborts, and several tracks at once.
        let work = """
            DO $$ BEGIN FOR round IN 1..170 LOOP
              \(ScratchLibrary.adding(10));
              PERFORM pg_sleep(random() * 0.01);
              IF random() < 0.2 THEN ROLLBACK; ELSE COMMIT; END IF;
            END LOOP; END $$
            """
        let writers = Writers(Array(repeating: work, count: 8), on: library.ownerURL)
        var seen: [Int64] = []
        var isOver = false
        repeat {
            // Before the page: what commits between the two is still read.
            isOver = writers.areDone
            var page: Heard
            repeat {
                page = try Heard(store, after: seen.last ?? 0, limit: 50)
                seen += page.events.map(\.id)
            } while page.end.hasMore
        } while !isOver
        #expect(writers.end() == "")
        let committed = try library.sql(
            "SELECT count(*), max(id), count(DISTINCT id) FROM library_events")
        #expect(seen.count > 10_000)
        #expect(committed == "\(seen.count)|\(seen.count)|\(seen.count)\n")
        #expect(seen == Array(1...Int64(seen.count)))
    }

    /// S4.
    @Test func `what is changed with psql is numbered and told like anything else`() throws {
        try library.addTracks(1)
        let track = try #require(try library.trackIDs().first)
        try touch(track, "by hand")
        let page = try page(after: 1)
        #expect(page.events.map(\.id) == [2])
        #expect(page.events.first?.action == .update)
        #expect(page.events.first?.payloadVersion == 1)
        #expect(page.records[track]?.title == "by hand")
    }

    /// S2.
    @Test func `a transaction's events are numbered at once, in the order they were written`()
        throws
    {
        try library.addTracks(2_000)
        try library.sql("UPDATE tracks SET title = 'all of them'")
        #expect(
            try library.sql(
                """
                SELECT count(*), count(DISTINCT id), max(id), last_event_id,
                       bool_and(action = CASE WHEN id <= 2000 THEN 'create' ELSE 'update' END)
                FROM library_events, library_state GROUP BY last_event_id
                """) == "4000|4000|4000|4000|t\n")
        #expect(
            try library.sql(
                "SELECT bool_and(id = place) FROM (SELECT id, row_number() OVER (ORDER BY row_id) AS place FROM library_events) AS each"
            ) == "t\n")
    }

    /// S2.
    @Test func `numbers that are taken early and given back leave no gap`() throws {
        try library.addTracks(3)
        let tracks = try library.trackIDs()
        func rename(_ track: Int, _ title: String) -> String {
            "UPDATE tracks SET title = '\(title)' WHERE id = '\(tracks[track])';"
        }
        try library.sql(
            """
            BEGIN;
            \(rename(2, "one")) SET CONSTRAINTS ALL IMMEDIATE;
            SAVEPOINT here; \(rename(0, "two")) \(rename(1, "two")) ROLLBACK TO here;
            \(rename(1, "three")) SET CONSTRAINTS ALL DEFERRED;
            \(rename(0, "four")) \(rename(2, "four"))
            COMMIT;
            BEGIN; \(rename(0, "five")) SET CONSTRAINTS ALL IMMEDIATE; ROLLBACK
            """)
        try touch(tracks[0], "six")
        let page = try page(after: 3)
        #expect(page.events.map(\.id) == [4, 5, 6, 7, 8])
        #expect(page.events.map(\.entity) == [2, 1, 0, 2, 0].map { tracks[$0] })
    }

    /// S5.
    @Test func `transactions that stay open elsewhere neither hide nor delay events`() throws {
        try library.sql("CREATE DATABASE other")
        let other = library.ownerURL.replacing(#/\/t[0-9a-f]{8}\?/#, with: "/other?")
        let idle = try OpenTransaction(on: other, "CREATE TABLE held (n int)")
        let held = try OpenTransaction(
            on: library.ownerURL, "CREATE TABLE unrelated (n int)")
        // As pg_dump begins.
        let dump = try OpenTransaction(
            on: library.ownerURL,
            """
            SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;
            LOCK TABLE tracks, audio_assets, library_events, library_state IN ACCESS SHARE MODE
            """)
        try library.sql("BEGIN; CREATE TABLE promised (n int); PREPARE TRANSACTION 'promised'")
        #expect(try library.sql("SELECT gid FROM pg_prepared_xacts") == "promised\n")
        try library.addTracks(1)
        #expect(try page().events.map(\.id) == [1])
        try library.sql("ROLLBACK PREPARED 'promised'")
        for transaction in [idle, held, dump] { transaction.end() }
    }

    /// S10, PS3.
    @Test func `pages of any size are one sequence, and end with their own last event`() throws {
        try library.addTracks(3)
        for track in try library.trackIDs() { try touch(track, "again") }
        for limit in 1...7 {
            var seen: [Int64] = []
            var page: Heard
            repeat {
                page = try Heard(store, after: seen.last ?? 0, limit: limit)
                #expect(page.end.last == page.events.last?.id)
                seen += page.events.map(\.id)
                #expect(page.end.hasMore == (seen.count < 6))
            } while page.end.hasMore
            #expect(seen == [1, 2, 3, 4, 5, 6])
        }
    }

    /// S11.
    @Test func `each entity of a page comes once, in its current state`() throws {
        try library.addTracks(2)
        let tracks = try library.trackIDs()
        for round in 1...3 { try touch(tracks[0], "round \(round)") }
        try library.sql("UPDATE tracks SET deleted_at = now() WHERE id = '\(tracks[1])'")
        let page = try page()
        #expect(page.events.count == 6)
        #expect(page.records.count == 1 && page.told == 1)
        #expect(page.records[tracks[0]]?.version == 4)
        #expect(page.tombstones.map(\.id) == [tracks[1]])
        #expect(page.tombstones.first?.version == 2)
    }

    @Test func `a full sink ends the page at an event, and nothing is lost`() throws {
        try library.addTracks(4)
        var seen: [Int64] = []
        var page: Heard
        repeat {
            page = try Heard(store, after: seen.last ?? 0, limit: 100, wanting: 1)
            #expect(page.records.count == 1)
            seen += page.events.map(\.id)
        } while page.end.hasMore
        #expect(seen == [1, 2, 3, 4])
    }

    /// S14, S15, PS1.
    @Test func `compaction leaves each entity's newest event, from any cursor`() throws {
        try library.addTracks(3)
        let tracks = try library.trackIDs()
        for round in 1...4 { try touch(tracks[0], "round \(round)") }
        try library.sql("UPDATE tracks SET deleted_at = now() WHERE id = '\(tracks[1])'")
        let before = try page(after: 2)
        #expect(try library.sql("SET ROLE velody_app; SELECT compact_events(2)") == "2\n")
        #expect(try library.sql("SELECT compact_events()") == "3\n")
        #expect(try library.sql("SELECT compact_events()") == "0\n")
        #expect(try page().events.count == 3)
        #expect(try page().end.last == 8)
        for after in Int64(0)...8 {
            let page = try page(after: after)
            #expect(page.tombstones.map(\.id) == (after < 8 ? [tracks[1]] : []))
            #expect(page.records[tracks[0]]?.version == (after < 7 ? 5 : nil))
        }
        #expect(try page(after: 2).records == before.records)
        #expect(try !page().end.hasMore)
    }

    @Test func `only the owner begins an epoch, and it forgets the cursors`() throws {
        try store.remember(5, fullSyncAt: nil, of: library.device.id)
        let before = try page().end.state.epoch
        let refused = try library.sql("SET ROLE velody_app; SELECT begin_epoch()")
        #expect(refused.isEmpty)
        let begun = try library.sql("SET ROLE velody_owner; SELECT begin_epoch()")
        let after = try page().end.state.epoch
        #expect(after != before)
        #expect(begun == after.uuidString.lowercased() + "\n")
        #expect(try library.sql("SELECT count(*) FROM device_sync_cursors") == "0\n")
    }

    /// S6.
    @Test func `a dump that is restored elsewhere tells the same events, and goes on above them`()
        throws
    {
        try library.addTracks(3)
        let before = try page()
        let dump = try Command("pg_dump", ["-d", library.ownerURL]).output()
        let restored = try ScratchLibrary(empty: true)
        try restored.load(dump.bytes)
        try restored.sql("SELECT begin_epoch()")
        let store = PostgresSyncStore(restored.session)
        let page = try Heard(store, after: 0, limit: 100)
        #expect(page.events == before.events)
        #expect(page.records == before.records)
        #expect(page.end.state.epoch != before.end.state.epoch)
        try restored.addTracks(1)
        #expect(try Heard(store, after: 3, limit: 100).events.map(\.id) == [4])
    }

    @Test func `a cursor is written only when it changes`() throws {
        func row() throws -> String {
            try library.sql(
                "SELECT xmin, last_event_id, last_full_sync_at IS NULL FROM device_sync_cursors")
        }
        try store.remember(5, fullSyncAt: nil, of: library.device.id)
        let first = try row()
        #expect(first.hasSuffix("|5|t\n"))
        try store.remember(5, fullSyncAt: nil, of: library.device.id)
        #expect(try row() == first)
        try store.remember(5, fullSyncAt: Timestamp(microseconds: 1), of: library.device.id)
        #expect(try row().hasSuffix("|5|f\n"))
        try store.remember(7, fullSyncAt: nil, of: library.device.id)
        #expect(try row().hasSuffix("|7|f\n"))
    }

    /// S17.
    @Test func `a listener hears commits, and says when it may have missed some`() throws {
        let listener = PostgresEventListener(library.url)
        #expect(listener.descriptor == nil)
        #expect(listener.hasHeard())
        #expect(!listener.hasHeard())
        try library.addTracks(1)
        #expect(hears(listener))
        #expect(!listener.hasHeard())
        try library.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        #expect(hears(listener))
        #expect(listener.descriptor != nil)
        try library.addTracks(1)
        #expect(hears(listener))
    }

    /// Waits until the listener has something to say, as its owner would.
    private func hears(_ listener: PostgresEventListener) -> Bool {
        for _ in 0..<10 {
            var watched = pollfd(
                fd: listener.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            // The server's last words come before the end of the connection.
            if unsafe poll(&watched, 1, 30_000) == 1, listener.hasHeard() { return true }
        }
        return false
    }
}
