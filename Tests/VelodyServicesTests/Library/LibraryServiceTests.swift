import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Showing the library.
@Suite struct LibraryServiceTests {
    private let server: MemoryServer

    init() throws { server = try MemoryServer() }

    @Test func `a page's cursor leads to the next, and to no other list's`() throws {
        var tracks: [TrackID] = []
        for seed: UInt8 in 1...3 {
            server.clock.advance(seconds: 1)
            tracks.insert(try server.upload([seed]).result.track, at: 0)
        }
        var list = TrackList()
        let query = TrackQuery()
        let cursor = try server.catalog.tracks(query, after: nil, limit: 2, to: &list)
        let next = try #require(cursor.flatMap { server.catalog.position(of: $0, in: query) })
        #expect(next.id == tracks[1])
        let last = try server.catalog.tracks(query, after: next, limit: 2, to: &list)
        #expect(last == nil)
        #expect(list.ids == tracks)
        var other = query
        other.search = "x"
        #expect(cursor.flatMap { server.catalog.position(of: $0, in: other) } == nil)
        #expect(
            cursor.flatMap { server.catalog.position(of: $0, in: .albums, search: nil) } == nil)
    }

    @Test func `an edit that came too late hears what is there`() throws {
        let track = try server.upload([1]).result.track
        var edits = TrackEdits()
        edits.texts[.title] = "mine"
        #expect(try server.library.edit(track, edits).metadata.title == "mine")
        let late = refusal { _ = try server.library.edit(track, edits, isExpected: { $0 == 1 }) }
        #expect(late?.code == .preconditionFailed)
        #expect(late?.facts == [.current(try server.library.track(track))])
        try server.library.delete(track)
        let deleted = refusal { _ = try server.library.edit(track, edits) }
        #expect(deleted?.code == .trackDeleted)
        #expect(try server.library.restore(track).status == .active)
        #expect(try server.events() == 4)
    }

    @Test func `a deleted track is shown and not played`() throws {
        let track = try server.upload([1]).result.track
        #expect(try server.library.playable(track).id == track)
        server.database.delete(track, now: server.clock.now())
        #expect(try server.library.track(track).status == .deleted)
        #expect(refusal { _ = try server.library.playable(track) }?.code == .gone)
    }

    @Test func `what is not there is not found`() {
        let random = [UInt8](repeating: 9, count: 16)
        let track = refusal { _ = try server.library.track(TrackID(random: random)) }
        #expect(track?.code == .notFound)
        let artwork = refusal { _ = try server.library.artwork(ArtworkID(random: random)) }
        #expect(artwork?.code == .notFound)
    }
}
