import Synchronization
import Testing
import VelodyRuntime
import VelodyTesting

/// `sql/migrate` over libraries that earlier versions made.
@Suite(.cluster, .serialized) struct MigrationTests {
    /// The first schema with the rights that the application needs.
    private static let firstInUse = 3

    /// PL7.
    @Test(arguments: 1..<OldLibrary.newest)
    func `every older schema is brought to the newest, and nothing in it changes`(
        version: Int
    ) throws {
        let library = try OldLibrary(version: version)
        let before = try library.digest()
        for table in ["devices|2", "device_sync_cursors|2", "upload_sessions|5", "tracks|25"] {
            #expect(before.contains("\(table)|"), "\(before)")
        }
        #expect(try library.migrate() == .exited(0))
        #expect(try library.version == OldLibrary.newest)
        #expect(try library.digest() == before)
        // Once more, and nothing happens.
        #expect(try library.migrate() == .exited(0))
        #expect(try library.digest() == before)
    }

    /// PL7.
    ///
    /// An older package over a newer database: it would not know what to leave alone.
    @Test func `a schema that is newer than the files is refused, and stays as it is`() throws {
        let library = try OldLibrary(version: OldLibrary.newest)
        #expect(try library.migrate() == .exited(0))
        try library.sql("INSERT INTO schema_migrations VALUES (9999, 'later', 'x')")
        let before = try library.digest()
        #expect(try library.migrate() == .exited(1))
        #expect(try library.digest() == before)
        try library.sql("DELETE FROM schema_migrations WHERE version = 9999")
        #expect(try library.migrate() == .exited(0))
    }

    /// What `0011` derives anew, track by track, is what deriving all of it would give.
    @Test func `names that fold otherwise from now on are as a rebuild makes them`() throws {
        let library = try OldLibrary(version: 10)
        for (song, artist) in [
            (1, "'محمد'"), (2, "U&'محمد\\200F'"), (3, "'Abba ١٢'"), (4, "'Abba 12'"),
            (5, "U&'\\200BArtist'"), (6, "'خانۀ'"), (7, "'٧'"),
            (8, "repeat('Wörd ', 60) || 'Zanzibar'"), (9, "U&'x\\0363'"), (10, "'ﯬﮤ'"),
        ] {
            try library.sql(
                """
                UPDATE tracks SET artist = \(artist), artists = ARRAY[\(artist), 'Other'],
                  album = \(artist), genre = \(artist) WHERE title = 'Song \(song)'
                """)
        }
        let before = try library.digest()
        #expect(try library.sql("SELECT count(DISTINCT name) FROM browse_artists") == "11\n")
        #expect(try library.migrate() == .exited(0))
        #expect(try library.digest() == before)
        #expect(try library.sql("SELECT count(DISTINCT name) FROM browse_artists") == "8\n")
        let kept = try derived(in: library)
        try library.sql("SELECT rebuild_browsing()")
        #expect(try derived(in: library) == kept)
        #expect(kept.contains("zanzibar"))
    }

    private func derived(in library: OldLibrary) throws -> String {
        try [
            "browse_tracks t ORDER BY track_id", "browse_albums t ORDER BY name, owner, spelling",
            "browse_artists t ORDER BY name, spelling", "browse_genres t ORDER BY name, spelling",
            "browse_artist_albums t ORDER BY artist, album, owner",
        ].map { try library.sql("SELECT * FROM \($0)") }.joined(separator: "\n\n")
    }

    @Test func `readers and writers go on while it migrates, and lose nothing`() throws {
        let library = try OldLibrary(version: Self.firstInUse)
        let before = try eventCount(in: library)
        let traffic = Traffic(4, in: library)
        let migration = Result {
            try #require(eventually { traffic.edits > 0 })
            let status = try library.migrate()
            let count = traffic.edits
            try #require(eventually { traffic.edits > count })
            return status
        }
        let failures = traffic.end()
        #expect(try migration.get() == .exited(0))
        #expect(failures == [])
        #expect(try library.version == OldLibrary.newest)
        #expect(try eventCount(in: library) - before == traffic.edits)
    }

    @Test func `a table that is kept from it is waited for, and nobody queues behind it for long`()
        throws
    {
        let library = try OldLibrary(version: Self.firstInUse)
        let keeper = try OpenTransaction(
            on: library.ownerURL, "LOCK TABLE tracks, audio_assets IN ROW EXCLUSIVE MODE")
        let status = Mutex<VelodyRuntime.ExitStatus?>(nil)
        let thread = WorkerThread.start {
            let result = try? library.migrate()
            status.withLock { $0 = result }
        }
        let waits = try eventually { try !waiting(in: library).isEmpty }
        try #require(waits)
        // The table is still kept; whoever comes behind the migration gets through all the same.
        #expect(library.application("UPDATE tracks SET title = 'Meanwhile' WHERE title = 'Song 1'"))
        #expect(status.withLock { $0 } == nil)
        #expect(try library.version == Self.firstInUse)
        keeper.end()
        thread.join()
        #expect(status.withLock { $0 } == .exited(0))
        #expect(try library.version == OldLibrary.newest)
    }

    @Test func `broken off in the middle it leaves the schema as it was, and can be run again`()
        throws
    {
        let library = try OldLibrary(version: Self.firstInUse)
        let before = try library.digest()
        let keeper = try OpenTransaction(
            on: library.ownerURL, "LOCK TABLE tracks, audio_assets IN ROW EXCLUSIVE MODE")
        let status = Mutex<VelodyRuntime.ExitStatus?>(nil)
        let thread = WorkerThread.start {
            let result = try? library.migrate()
            status.withLock { $0 = result }
        }
        let hasEnded = try eventually {
            for process in try waiting(in: library) {
                try library.sql("SELECT pg_terminate_backend(\(process))")
            }
            return status.withLock { $0 != nil }
        }
        try #require(hasEnded)
        thread.join()
        #expect(status.withLock { $0 } == .exited(1))
        #expect(try library.version == Self.firstInUse)
        #expect(try library.sql("SELECT to_regclass('browse_tracks') IS NULL") == "t\n")
        keeper.end()
        #expect(try library.digest() == before)
        #expect(try library.migrate() == .exited(0))
        #expect(try library.digest() == before)
    }

    /// The database's processes that wait for a table.
    private func waiting(in library: OldLibrary) throws -> [Int] {
        try library.sql(
            """
            SELECT DISTINCT pid FROM pg_locks JOIN pg_database d ON d.oid = database
            WHERE NOT granted AND locktype = 'relation' AND datname = current_database()
            """
        ).split(separator: "\n").compactMap { Int($0) }
    }

    private func eventually(_ isSo: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<600 {
            if try isSo() { return true }
            ProcessEvents.pause(milliseconds: 100)
        }
        return false
    }

    private func eventCount(in library: OldLibrary) throws -> Int {
        let text = try library.sql("SELECT last_event_id FROM library_state")
        return try #require(Int(text.filter(\.isNumber)))
    }
}
