import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// Writers that meet, and must not wait for each other in a circle.
@Suite(.serialized, .cluster) struct DeadlockTests {
    private let library: ScratchLibrary

    init() throws {
        library = try ScratchLibrary()
        try library.addTracks(16)
    }

    /// Runs 8 writers with 60 transactions each, of two statements with a track each; what they complained of.
    ///
    /// The names are few, and shared by all. `choice` gives the two tracks, `preparation` begins a transaction.
    private func write(_ choice: (Int) -> String, preparation: String = "") -> String {
        let works = (0..<8).map { writer in
            """
            DO $$ DECLARE pair uuid[]; BEGIN FOR round IN 1..60 LOOP
              \(preparation)
              pair := ARRAY(\(choice(writer)));
              FOR place IN 1..2 LOOP
                UPDATE tracks SET title = random()::text, album = 'Album ' || floor(random() * 4),
                  artist = 'Artist ' || floor(random() * 4), artists = '{}',
                  genre = 'Genre ' || floor(random() * 4),
                  deleted_at = CASE WHEN random() < 0.2 THEN now() END
                WHERE id = pair[place];
              END LOOP;
              COMMIT;
            END LOOP; END $$
            """
        }
        return Writers(works, on: library.ownerURL).end()
    }

    private func deadlocks() throws -> String {
        try library.sql(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
    }

    /// Two of eight tracks that all share, in the order of their identifiers: rows that are taken in
    /// opposite orders are PostgreSQL's own deadlock, which nobody but the writers can avoid.
    private static let shared = """
        SELECT id FROM (SELECT id FROM (SELECT id FROM tracks ORDER BY id LIMIT 8) AS few
                        ORDER BY random() LIMIT 2) AS two ORDER BY id
        """

    /// Two of a writer's own, in any order.
    private static func own(_ writer: Int) -> String {
        """
        SELECT id FROM (SELECT id FROM tracks ORDER BY id OFFSET \(2 * writer) LIMIT 2) AS two
        ORDER BY random()
        """
    }

    /// S3.
    @Test func `480 transactions of two tracks each that all share end without a deadlock`() throws
    {
        #expect(write { _ in Self.shared } == "")
        #expect(try deadlocks() == "0\n")
        #expect(try library.sql("SELECT last_event_id FROM library_state") == "976\n")
    }

    /// S3.
    @Test func `480 transactions that meet in names only, in any order, end without a deadlock`()
        throws
    {
        #expect(write(Self.own) == "")
        #expect(try deadlocks() == "0\n")
        #expect(try library.sql("SELECT last_event_id FROM library_state") == "976\n")
        // And nothing was counted twice, or not at all.
        let counts = """
            SELECT sum(track_count), (SELECT count(*) FROM tracks WHERE deleted_at IS NULL)
            FROM browse_albums
            """
        let parts = try library.sql(counts).dropLast().split(separator: "|")
        #expect(parts.count == 2 && parts.first == parts.last)
    }

    /// What the tests above would not notice, they would not prove: this is what they guard against.
    @Test func `numbering and counting while a transaction goes on does deadlock`() throws {
        let complaints = write(
            { _ in Self.shared }, preparation: "SET CONSTRAINTS ALL IMMEDIATE;")
        #expect(complaints.contains("deadlock detected"))
        #expect(try deadlocks() != "0\n")
    }

    @Test func `counting in the order of names, under no lock, does deadlock`() throws {
        try library.sql(
            """
            CREATE OR REPLACE FUNCTION count_change() RETURNS trigger
            LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            BEGIN
              PERFORM public.count_track(NEW, 1);
              PERFORM public.count_track(OLD, -1);
              PERFORM pg_sleep(0.01);
              RETURN NULL;
            END $$;
            ALTER TABLE tracks DISABLE TRIGGER grow_tracks;
            ALTER TABLE library_events DISABLE TRIGGER USER;
            """)
        #expect(write(Self.own).contains("deadlock detected"))
    }
}
