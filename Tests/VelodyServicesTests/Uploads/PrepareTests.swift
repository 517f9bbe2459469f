import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Announcing an upload.
@Suite struct PrepareTests {
    private let server: MemoryServer
    private let song: [UInt8] = [1, 2, 3]

    init() throws { server = try MemoryServer() }

    private func prepare(_ bytes: [UInt8], for existing: TrackID? = nil) throws(ServiceError)
        -> UploadService.Preparation
    {
        try server.uploads.prepare(
            server.announcement(bytes, for: existing), device: server.device.id)
    }

    @Test func `new content opens a session with an empty part`() throws {
        guard case .upload(let session, true) = try prepare(song) else {
            Issue.record("no new session")
            return
        }
        #expect(session.offset == 0)
        #expect(session.sizeBytes == 3)
        #expect(session.expiresAt == server.clock.now().advanced(bySeconds: 3_600))
        #expect(server.storage.part(session.id) == [])
    }

    @Test func `the same announcement again gives the open session, and no second part`() throws {
        let first = try server.open(song)
        try server.append(ScriptedBody([[1, 2]]), to: first.id)
        guard case .upload(let again, false) = try prepare(song) else {
            Issue.record("a new session")
            return
        }
        #expect(again.id == first.id)
        #expect(again.offset == 2)
        #expect(server.storage.partCount == 1)
    }

    @Test func `announcing again with another track and hint is the last word`() throws {
        let known = try server.upload([9])
        let first = try server.send(song)
        var announcement = server.announcement(song, for: known.result.track)
        announcement.hint.album = "Album"
        _ = try server.uploads.prepare(announcement, device: server.device.id)
        let finished = try server.finalize(first.id)
        #expect(finished.track.id == known.result.track)
        #expect(finished.track.metadata.album == "Album")
    }

    @Test func `a file over the limit is refused, with the limit`() {
        let error = refusal { _ = try prepare([UInt8](repeating: 0, count: 1_001)) }
        #expect(error?.code == .uploadTooLarge)
        #expect(error?.facts == [.maxBytes(1_000)])
        #expect(server.storage.partCount == 0)
    }

    @Test func `a track that does not exist cannot be named`() {
        let error = refusal {
            _ = try prepare(song, for: TrackID(random: [UInt8](repeating: 9, count: 16)))
        }
        #expect(error?.code == .trackNotFound)
        #expect(server.database.uploads == [])
    }

    @Test func `without room nothing is left`() {
        server.storage.setRoom(2)
        #expect(refusal { _ = try prepare(song) }?.code == .insufficientStorage)
        #expect(server.database.uploads == [])
        #expect(server.storage.partCount == 0)
    }

    @Test func `only the rest of an open session needs room`() throws {
        let session = try server.open(song)
        try server.append(ScriptedBody([[1, 2]]), to: session.id)
        server.storage.setRoom(1)
        #expect(try server.open(song).offset == 2)
        server.storage.setRoom(0)
        #expect(refusal { _ = try prepare(song) }?.code == .insufficientStorage)
        #expect(try server.session(session.id).offset == 2)
    }

    @Test func `content that the library has is not uploaded again`() throws {
        let known = try server.upload(song)
        guard case .exists(let track, let asset) = try prepare(song) else {
            Issue.record("a session")
            return
        }
        #expect(track.id == known.result.track)
        #expect(asset == known.result.asset)
        #expect(try server.events() == 1)
    }

    @Test(arguments: [[9], nil] as [[UInt8]?])
    func `content whose blob is missing or of another size is uploaded again`(
        damage: [UInt8]?
    ) throws {
        let known = try server.upload(song)
        // Another one: a storage without any song is taken for one that is not mounted.
        try server.upload([9, 9, 9])
        server.storage.damage(server.content(song), damage)
        let again = try server.upload(song)
        #expect(again.result.track == known.result.track)
        #expect(!again.result.created)
        #expect(server.storage.blob(server.content(song)) == song)
    }

    @Test func `announcing a deleted track's content brings it back`() throws {
        let known = try server.upload(song)
        server.database.delete(known.result.track, now: server.clock.now())
        guard case .exists(let track, _) = try prepare(song) else {
            Issue.record("a session")
            return
        }
        #expect(track.status == .active)
        #expect(try server.events() == 3)
    }

    @Test func `announcing a replaced file again does not undo the replacement`() throws {
        let track = try server.upload(song).result.track
        let new = try server.upload([4, 5], for: track)
        guard case .exists(let found, let asset) = try prepare(song) else {
            Issue.record("a session")
            return
        }
        #expect(found.id == track)
        #expect(found.audio.id == new.result.asset)
        #expect(asset != new.result.asset)
        #expect(try server.events() == 2)
        guard case .exists(let back, asset) = try prepare(song, for: track) else {
            Issue.record("not back")
            return
        }
        #expect(back.audio.id == asset)
    }

    @Test func `content of another track stays there, whatever track is named`() throws {
        let owner = try server.upload(song)
        let other = try server.upload([4, 5])
        guard case .exists(let track, _) = try prepare(song, for: other.result.track) else {
            Issue.record("a session")
            return
        }
        #expect(track.id == owner.result.track)
        #expect(try server.events() == 2)
    }

    @Test func `a database that fails at the row leaves no part`() {
        server.database.faults.fail(
            "open(_:)", with: StoreError(.unavailable, "away"))
        let error = refusal { _ = try prepare(song) }
        #expect(error?.code == .unavailable)
        #expect(error?.retryAfter == 2)
        #expect(server.storage.partCount == 0)
    }
}
