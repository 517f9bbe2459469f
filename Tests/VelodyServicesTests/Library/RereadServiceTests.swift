import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Reading a stored file anew.
@Suite struct RereadServiceTests {
    private let server: MemoryServer
    private let track: TrackID

    init() throws {
        server = try MemoryServer()
        track = try server.upload([1, 2, 3]).result.track
    }

    private func answer(
        _ title: String, warnings: [String] = [], picture: [UInt8] = [],
        verdict: InspectionReport.Verdict = .accept
    ) {
        var report = InspectionReport.song
        report.verdict = verdict
        report.warnings = warnings
        report.metadata.title = title
        if !picture.isEmpty {
            report.picture = InspectionReport.Picture(
                type: .png, width: 2, height: 3, size: Int64(picture.count))
        }
        server.inspector.answer(.success(report), picture: picture)
    }

    @Test func `the inspector is told the encoding, and the track what it found`() throws {
        answer("Привет", picture: [7, 8])
        let read = try server.rereading.reread(track, .init(encoding: .koi8r))
        #expect(server.inspector.encoding == .koi8r)
        #expect(read.metadata.title == "Привет")
        let artwork = try #require(read.artwork)
        #expect(server.storage.blob(artwork.content) == [7, 8])
        #expect(try server.events() == 2)
        // Again is as well, and is no event.
        #expect(try server.rereading.reread(track, .init()) == read)
        #expect(server.inspector.encoding == nil)
        #expect(try server.events() == 2)
    }

    /// PM4: without a new upload.
    @Test func `other separators give other artists of the stored file`() throws {
        var report = InspectionReport.song
        report.metadata.artist = "Ann feat. Bob"
        report.metadata.artists = ["Ann feat. Bob"]
        server.inspector.answer(.success(report))
        for (separators, artists) in [(["feat."], ["Ann", "Bob"]), ([], ["Ann feat. Bob"])] {
            var server = server
            server.resources = server.makeResources(
                SeparatingInspector(server.inspector, ArtistSeparators(separators)))
            let read = try server.rereading.reread(track, .init())
            #expect(read.metadata.artists == artists)
            #expect(read.metadata.artist == "Ann feat. Bob")
        }
    }

    @Test func `edits stay unless they are to be dropped`() throws {
        var edits = TrackEdits()
        edits.texts[.title] = "mine"
        _ = try server.library.edit(track, edits)
        answer("file")
        #expect(try server.rereading.reread(track, .init()).metadata.title == "mine")
        let dropped = try server.rereading.reread(track, .init(dropsEdits: true))
        #expect(dropped.metadata.title == "file")
    }

    @Test func `a stale, deleted or unknown track is refused before the file is opened`() throws {
        server.inspector.meanwhile { Issue.record("it was opened") }
        let stale = refusal {
            _ = try server.rereading.reread(track, .init(), isExpected: { $0 == 9 })
        }
        #expect(stale?.code == .preconditionFailed)
        #expect(stale?.facts == [.current(try server.library.track(track))])
        let nobody = TrackID(random: [UInt8](repeating: 9, count: 16))
        #expect(refusal { _ = try server.rereading.reread(nobody, .init()) }?.code == .notFound)
        try server.library.delete(track)
        let deleted = refusal { _ = try server.rereading.reread(track, .init()) }
        #expect(deleted?.code == .trackDeleted)
    }

    @Test func `a file that cannot be read leaves the track as it was, and says why`() throws {
        let before = try server.library.track(track)
        let verdicts: [(InspectionReport.Verdict, [String], String)] = [
            (.reject(reason: "not-audio"), [], "not-audio"),
            (.accept, ["tags-unreadable"], "tags-unreadable"),
        ]
        for (verdict, warnings, reason) in verdicts {
            answer("x", warnings: warnings, verdict: verdict)
            let refused = refusal { _ = try server.rereading.reread(track, .init()) }
            #expect(refused?.code == .invalidAudio)
            #expect(refused?.facts == [.reason(reason)])
        }
        server.inspector.answer(.failure(InspectionError(.workerLost, "gone")))
        let lost = refusal { _ = try server.rereading.reread(track, .init()) }
        #expect(lost?.code == .unavailable)
        #expect(lost?.retryAfter != nil)
        server.storage.damage(before.audio.content, nil)
        let missing = refusal { _ = try server.rereading.reread(track, .init()) }
        #expect(missing?.code == .blobMissing)
        #expect(try server.library.track(track) == before)
    }

    @Test func `audio that is replaced meanwhile is left to another try`() throws {
        let server = server
        let track = track
        answer("x")
        server.inspector.meanwhile {
            server.inspector.meanwhile {}
            _ = try? server.upload([4], for: track)
        }
        let refused = refusal { _ = try server.rereading.reread(track, .init()) }
        #expect(refused?.code == .unavailable)
        #expect(refused?.retryAfter == 2)
    }

    @Test func `a file that was released keeps its mark, and gets its reason again`() throws {
        server.inspector.answer(
            .success(
                InspectionReport(
                    verdict: .quarantine(reason: "too-few-frames"), detectedType: "audio/mpeg",
                    properties: InspectionReport.song.properties)))
        let session = try server.send([5])
        _ = refusal { _ = try server.finalize(session.id) }
        let quarantine = QuarantineService(server.storage.quarantine, uploads: server.uploads)
        let released = try quarantine.release(session.id).track
        #expect(released.audio.warnings == ["too-few-frames", "released-from-quarantine"])
        let read = try server.rereading.reread(released.id, .init())
        #expect(read.audio.warnings == released.audio.warnings)
        #expect(read.version == released.version)
    }
}
