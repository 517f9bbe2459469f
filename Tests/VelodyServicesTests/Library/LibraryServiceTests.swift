import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Showing the library.
@Suite struct LibraryServiceTests {
    private let server: MemoryServer

    init() throws { server = try MemoryServer() }

    @Test func `the newest come first, and not too many`() throws {
        var tracks: [TrackID] = []
        for seed: UInt8 in 1...3 {
            server.clock.advance(seconds: 1)
            tracks.insert(try server.upload([seed]).result.track, at: 0)
        }
        #expect(try server.library.newest(limit: 2).map(\.id) == Array(tracks.prefix(2)))
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
