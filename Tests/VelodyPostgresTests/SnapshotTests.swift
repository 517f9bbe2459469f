import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// A page of changes as one moment of the library, whoever writes meanwhile.
@Suite(.serialized, .cluster) struct SnapshotTests {
    /// What a device is told at once.
    private struct Page {
        var events: [LibraryEvent]
        var records: [TrackID: Heard.Record]
        var tombstones: [TrackID: Int64]
        var hasMore: Bool

        init(_ heard: Heard) {
            events = heard.events
            records = heard.records
            tombstones = Dictionary(
                uniqueKeysWithValues: heard.tombstones.map { ($0.id, $0.version) })
            hasMore = heard.end.hasMore
        }

        /// How many entities are not as the page's events leave them, nor, where more follows, newer.
        var mismatches: Int {
            var newest: [TrackID: Int64] = [:]
            for event in events { newest[event.entity] = event.version }
            return newest.count { id, version in
                guard let told = records[id]?.version ?? tombstones[id] else { return true }
                return hasMore ? told < version : told != version
            }
        }
    }

    private static let pairs = 4
    private let library: ScratchLibrary
    private let store: PostgresSyncStore
    private let tracks: [TrackID]

    init() throws {
        library = try ScratchLibrary()
        store = PostgresSyncStore(library.session)
        try library.addTracks(2 * Self.pairs)
        tracks = try library.trackIDs()
    }

    /// Writers that change two tracks each, always both in the same way in one transaction.
    private func writers() -> Writers {
        let works = (0..<Self.pairs).map { pair in
            """
            DO $$ DECLARE gone timestamptz; BEGIN FOR round IN 1..250 LOOP
              gone := CASE WHEN random() < 0.2 THEN clock_timestamp() END;
              UPDATE tracks SET title = round, deleted_at = gone WHERE id = '\(tracks[2 * pair])';
              UPDATE tracks SET title = round, deleted_at = gone WHERE id = '\(tracks[2 * pair + 1])';
              COMMIT;
              PERFORM pg_sleep(0.001);
            END LOOP; END $$
            """
        }
        return Writers(works, on: library.ownerURL)
    }

    /// Follows until the writers are done; each page is looked at, and whether the pairs agree where the
    /// log ends.
    private func follow(_ look: (Heard) throws -> Page) throws -> (pages: Int, mismatches: Int) {
        let writers = writers()
        var titles: [TrackID: String] = [:]
        var (cursor, pages, mismatches) = (Int64(tracks.count), 0, 0)
        var (isOver, hasMore) = (false, false)
        repeat {
            isOver = writers.areDone
            let heard = try Heard(store, after: cursor, limit: pages % 4 == 0 ? 3 : 1_000)
            let page = try look(heard)
            for (id, record) in page.records { titles[id] = record.title }
            for id in page.tombstones.keys { titles[id] = nil }
            mismatches += page.mismatches
            if !page.hasMore {
                mismatches += (0..<Self.pairs).count {
                    titles[tracks[2 * $0]] != titles[tracks[2 * $0 + 1]]
                }
            }
            if !heard.events.isEmpty { pages += 1 }
            (cursor, hasMore) = (heard.end.last, page.hasMore)
        } while !isOver || hasMore
        #expect(writers.end() == "")
        return (pages, mismatches)
    }

    /// S11.
    @Test func `no page shows half a transaction, or a record that its events do not explain`()
        throws
    {
        let seen = try follow { Page($0) }
        #expect(seen.pages > 20)
        #expect(seen.mismatches == 0)
    }

    /// What the test above looks for is there to be found: records that are read after the events.
    @Test func `events and records of two moments do not agree`() throws {
        let seen = try follow { heard in
            var page = Page(heard)
            let after = (heard.events.first?.id ?? 1) - 1
            let later = Page(try Heard(store, after: after, limit: 1_000))
            let known = Set(heard.events.map(\.entity))
            page.records = later.records.filter { known.contains($0.key) }
            page.tombstones = later.tombstones.filter { known.contains($0.key) }
            return page
        }
        #expect(seen.mismatches > 0)
    }
}
