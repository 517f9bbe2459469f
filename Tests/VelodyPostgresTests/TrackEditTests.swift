import Testing
import VelodyCrypto
import VelodyDomain
import VelodyPostgres
import VelodyServices
import VelodyTesting

/// What the owner says of a track, and what its file says.
@Suite(.serialized, .cluster) struct TrackEditTests {
    private let library: ScratchLibrary
    private let session: PostgresSession
    private let writer: LibraryWriter
    private let later = Timestamp(microseconds: 2_000_000)

    init() throws {
        library = try ScratchLibrary()
        session = library.session
        writer = try LibraryWriter(registeredIn: Stores(session), name: "editor")
    }

    private var store: PostgresTrackEditStore { PostgresTrackEditStore(session) }

    private func publish(
        _ seed: UInt8, title: String?, into existing: TrackID? = nil
    ) throws -> UploadResult {
        var said = TrackMetadata()
        said.title = title
        said.artist = "A; B"
        said.artists = ["A", "B"]
        said.year = 1999
        return try writer.publish(seed, said, for: existing, in: Stores(session))
    }

    private func edit(_ id: TrackID, _ change: (inout TrackEdits) -> Void) throws -> TrackChange {
        var edits = TrackEdits()
        change(&edits)
        return try store.edit(id, edits, isExpected: { _ in true }, now: later)
    }

    private func track(_ id: TrackID) throws -> Track {
        try #require(try PostgresTrackStore(session).find(id))
    }

    private func actions() throws -> [Substring] {
        try library.sql("SELECT action FROM library_events ORDER BY id").split(separator: "\n")
    }

    /// PL2, PL6.
    @Test func `edits survive other audio, whose own words fill the rest`() throws {
        let id = try publish(1, title: "File").track
        #expect(
            try edit(id) {
                $0.texts[.title] = "Mine"
                $0.texts[.album] = .some(nil)
                $0.numbers[.year] = .some(nil)
            } == .done)
        #expect(try track(id).metadata.title == "Mine")
        #expect(try track(id).metadata.year == nil)
        #expect(try track(id).updatedAt == later)
        #expect(try publish(2, title: "Other file", into: id).track == id)
        let replaced = try track(id)
        #expect(replaced.metadata.title == "Mine")
        #expect(replaced.metadata.year == nil)
        #expect(replaced.metadata.artists == ["A", "B"])
        #expect(replaced.createdAt == Timestamp(microseconds: 1_000_000))
        #expect(try actions() == ["create", "update", "update"])
    }

    /// PL2.
    @Test func `without edits, the content that is current has the word`() throws {
        let id = try publish(1, title: "First").track
        _ = try publish(2, title: "Second", into: id)
        #expect(try track(id).metadata.title == "Second")
        let first = OpenSSLCryptography().sha256([1])
        _ = try PostgresTrackStore(session).reuse(first, for: id, now: later)
        #expect(try track(id).metadata.title == "First")
        #expect(try track(id).updatedAt == later)
    }

    @Test func `an edit of nothing is no event, but is kept`() throws {
        let id = try publish(1, title: "File").track
        #expect(try edit(id) { _ in } == .done)
        #expect(
            try edit(id) {
                $0.texts[.title] = "File"
                $0.texts[.artist] = "A; B"
            } == .done)
        #expect(try track(id).version == 1)
        #expect(try track(id).metadata.artists == ["A", "B"])
        #expect(try actions() == ["create"])
        _ = try publish(2, title: "Other", into: id)
        #expect(try track(id).metadata.title == "File")
    }

    @Test func `an edited artist is one`() throws {
        let id = try publish(1, title: "File").track
        _ = try edit(id) { $0.texts[.artist] = "C" }
        #expect(try track(id).metadata.artists == ["C"])
        _ = try edit(id) { $0.texts[.artist] = .some(nil) }
        #expect(try track(id).metadata.artists == [])
    }

    /// S21, PL8.
    @Test func `changes are refused by state and version, and deleting twice is once`() throws {
        let id = try publish(1, title: "File").track
        let unknown = TrackID(random: [UInt8](repeating: 7, count: 16))
        #expect(try edit(unknown) { $0.texts[.title] = "x" } == .unknown)
        #expect(
            try store.edit(id, TrackEdits(), isExpected: { $0 == 9 }, now: later) == .stale)
        for _ in 1...2 {
            #expect(try store.delete(id, isExpected: { _ in true }, now: later) == .done)
        }
        #expect(try track(id).status == .deleted)
        #expect(try edit(id) { $0.texts[.title] = "x" } == .deleted)
        for _ in 1...2 {
            #expect(try store.restore(id, isExpected: { _ in true }, now: later) == .done)
        }
        #expect(try track(id).deletedAt == nil)
        #expect(try actions() == ["create", "delete", "restore"])
        try library.sql("UPDATE tracks SET deleted_at = now(), primary_asset_id = NULL")
        #expect(try store.restore(id, isExpected: { _ in true }, now: later) == .collected)
    }

    @Test func `content from before edits were kept leaves the track as it is`() throws {
        let id = try publish(1, title: "First").track
        _ = try publish(2, title: "Second", into: id)
        try library.sql("UPDATE audio_assets SET said = NULL")
        let first = OpenSSLCryptography().sha256([1])
        _ = try PostgresTrackStore(session).reuse(first, for: id, now: later)
        #expect(try track(id).metadata.title == "Second")
    }
}
