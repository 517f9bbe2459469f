import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Verifying a complete upload and bringing it into the library.
@Suite struct FinalizeTests {
    private let server: MemoryServer
    private let song: [UInt8] = [1, 2, 3]

    init() throws { server = try MemoryServer() }

    @Test func `a whole song becomes a track, and its part goes`() throws {
        let session = try server.send(song)
        let finished = try server.finalize(session.id)
        #expect(finished.isNew && finished.result.created)
        #expect(finished.track.audio.content == server.content(song))
        #expect(finished.track.audio.originalFilename == "song.mp3")
        #expect(finished.track.audio.sourceDevice == server.device.id)
        #expect(server.storage.blob(server.content(song)) == song)
        #expect(server.storage.partCount == 0)
        #expect(try server.session(session.id).status == .finalized)
        #expect(try server.events() == 1)
    }

    @Test func `asked again it answers the same, and nothing happens`() throws {
        let session = try server.send(song)
        let first = try server.finalize(session.id)
        let again = try server.finalize(session.id)
        #expect(again.result == first.result)
        #expect(again.track == first.track)
        #expect(!again.isNew)
        #expect(try server.events() == 1)
    }

    @Test func `what the file says wins, then finalize, then prepare, then the name`() throws {
        var announcement = server.announcement(song, named: "name.mp3")
        announcement.hint.artist = "prepare"
        announcement.hint.album = "prepare"
        announcement.hint.genre = "prepare"
        var report = InspectionReport.song
        report.metadata.artist = "file"
        server.inspector.answer(.success(report))
        guard
            case .upload(let session, _) = try server.uploads.prepare(
                announcement, device: server.device.id)
        else { return }
        try server.append(ScriptedBody([song]), to: session.id)
        var hint = TrackMetadata()
        hint.artist = "finalize"
        hint.album = "finalize"
        let said = try server.finalize(session.id, .init(hint: hint)).track.metadata
        #expect(said.artist == "file")
        #expect(said.album == "finalize")
        #expect(said.genre == "prepare")
        #expect(said.title == "name")
    }

    @Test func `a picture is published with its song`() throws {
        var report = InspectionReport.song
        report.picture = .init(type: .png, width: 4, height: 5, size: 2)
        server.inspector.answer(.success(report), picture: [7, 8])
        let artwork = try #require(try server.upload(song).track.artwork)
        #expect(artwork.content.hash == server.hash([7, 8]))
        #expect(artwork.content.size == 2)
        #expect(artwork.width == 4 && artwork.height == 5)
        #expect(server.storage.blob(artwork.content) == [7, 8])
        #expect(try server.library.artwork(artwork.id) == artwork)
    }

    @Test func `bytes that are missing are asked for`() throws {
        let session = try server.open(song)
        try server.append(ScriptedBody([[1]]), to: session.id)
        let error = refusal { _ = try server.finalize(session.id) }
        #expect(error?.code == .uploadIncomplete)
        #expect(error?.facts == [.offset(1), .sizeBytes(3)])
    }

    @Test(arguments: [([1], 1), (nil, 0)] as [([UInt8]?, Int)])
    func `a part that lost bytes, or is lost, is asked for again`(
        left: [UInt8]?, offset: Int
    ) throws {
        let session = try server.send(song)
        server.storage.damage(session.id, left)
        let error = refusal { _ = try server.finalize(session.id) }
        #expect(error?.code == .uploadIncomplete)
        #expect(error?.facts == [.offset(Int64(offset)), .sizeBytes(3)])
        let rest = ScriptedBody([Array(song[offset...])])
        try server.append(rest, at: Int64(offset), to: session.id)
        #expect(try server.finalize(session.id).isNew)
    }

    @Test func `an unknown and an expired upload cannot be finalized`() throws {
        let unknown = UploadID(random: [UInt8](repeating: 9, count: 16))
        #expect(refusal { _ = try server.finalize(unknown) }?.code == .notFound)
        let session = try server.send(song)
        server.clock.advance(seconds: 3_600)
        #expect(refusal { _ = try server.finalize(session.id) }?.code == .gone)
    }

    @Test func `a named track gets the audio, and finalize's wins over prepare's`() throws {
        let first = try server.upload([7]).result.track
        let second = try server.upload([8]).result.track
        let session = try server.send(song, for: first)
        let finished = try server.finalize(session.id, .init(existingTrack: second))
        #expect(finished.track.id == second)
        #expect(!finished.isNew && !finished.result.created)
        #expect(finished.track.audio.content.hash == server.hash(song))
        #expect(try server.library.track(first).audio.content.hash == server.hash([7]))
    }

    @Test func `a track that does not exist cannot be named, and the upload stays whole`() throws {
        let session = try server.send(song)
        let nobody = TrackID(random: [UInt8](repeating: 9, count: 16))
        let error = refusal {
            _ = try server.finalize(session.id, .init(existingTrack: nobody))
        }
        #expect(error?.code == .trackNotFound)
        #expect(try server.finalize(session.id).isNew)
    }

    @Test func `who comes second with the same content hears the first one's track`() throws {
        let session = try server.send(song)
        let faster = try server.put(ScriptedBody([song]))
        let finished = try server.finalize(session.id)
        #expect(finished.result.track == faster.result.track)
        #expect(!finished.result.created && !finished.isNew)
        #expect(try server.events() == 1)
    }
}
