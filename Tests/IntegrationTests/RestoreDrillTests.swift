import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// Library, backup, more changes, the end of it all, restore: and what devices make of it.
@Suite(.serialized) struct RestoreDrillTests {
    /// What was there when the backup was made.
    private struct Before {
        let set: String
        let library: String
        let events: [String]
        let epoch: String
        let storage: String
    }

    /// A device as it was when its server was lost: its token, its place, and the audio it has.
    private struct Phone {
        let token: String
        let cursor: Int64
        let epoch: String
        let audio: Set<String>
    }

    private let directory: TemporaryDirectory
    private var backups: String { directory.path + "/backups" }
    private let songs = (1...4).map { SongFixture(title: "Song \($0)", seed: 700 + $0).bytes }

    init() throws {
        directory = try TemporaryDirectory()
        let made = try Command(
            "sh",
            [
                "-ec",
                #"mkdir -m 700 "$0"; if [ "$(id -u)" = 0 ]; then chown daemon "$0"; fi"#,
                directory.path + "/backups",
            ]
        ).output()
        #expect(made.status.isSuccess)
    }

    private func hash(_ bytes: [UInt8]) -> String { OpenSSLCryptography().sha256(bytes).hex }

    private func events(_ device: TestDevice) throws -> (lines: [String], page: SyncPage) {
        let page = try device.get("/sync/changes?after=0&limit=5000").decode(SyncPage.self)
        let lines = (page.events ?? []).map { "\($0.id) \($0.action) \($0.entityId) \($0.version)" }
        return (lines, page)
    }

    /// S6, PD6.
    @Test func `what was destroyed comes back, and devices fetch no audio that they have`() throws {
        let lost = try InstanceLaunch(environment: [:])
        defer { lost.removeHome() }
        var kept: (before: Before, phone: Phone, open: String, deleted: String)?
        try lost.run { instance in kept = try live(instance) }
        lost.removeHome()
        let (before, phone, open, deleted) = try #require(kept)
        let fresh = try InstanceLaunch(environment: [:])
        defer { fresh.removeHome() }
        try fresh.run { instance in
            let device = TestDevice(on: instance, token: phone.token)
            try restore(instance, before)
            try follow(device, phone, before)
            try goOn(device, before, open: open, deleted: deleted)
            #expect(try instance.admin("verify").status == .exited(0))
        }
    }

    /// Builds a library, backs it up, and lets it change further.
    private func live(
        _ instance: RunningInstance
    ) throws -> (before: Before, phone: Phone, open: String, deleted: String) {
        let device = try TestDevice(on: instance)
        let tracks = try songs.prefix(3).map { try device.track($0) }
        #expect(try device.delete("/tracks/\(tracks[2])").status == 204)
        let open = try device.open(songs[3])
        #expect(try device.patch(open, Array(songs[3].prefix(1_000)), at: 0).status == 204)
        let answer = try instance.admin("backup", backups, "--keep", "3")
        #expect(answer.status == .exited(0), "\(answer.text)")
        let (lines, page) = try events(device)
        let sets = try FileManager().contentsOfDirectory(atPath: backups + "/sets")
        let before = Before(
            set: try #require(sets.first), library: try instance.libraryText(), events: lines,
            epoch: page.epoch, storage: try instance.sql("SELECT storage_id FROM library_state"))
        // What nobody will know of later: another song, an edit by hand, a deletion.
        _ = try device.track(songs[3])
        _ = try instance.sql("UPDATE tracks SET title = 'later' WHERE id = '\(tracks[1])'")
        #expect(try device.delete("/tracks/\(tracks[0])").status == 204)
        let cursor = try #require(try device.lastEventID())
        let phone = Phone(
            token: device.token, cursor: cursor, epoch: page.epoch,
            audio: [hash(songs[0]), hash(songs[3])])
        return (before, phone, open, tracks[2])
    }

    private func restore(_ instance: RunningInstance, _ before: Before) throws {
        let answer = try instance.admin("restore", backups, "--set", before.set)
        #expect(answer.status == .exited(0), "\(answer.text)")
        #expect(answer.text.contains(#""missing":0"#))
        // PL1: it belongs to the storage that it was restored into, and to no other host's.
        let storage = try instance.sql("SELECT storage_id FROM library_state")
        let marker = FileManager().contents(atPath: instance.storageRoot + "/VELODY") ?? Data()
        #expect(String(decoding: marker, as: UTF8.self).hasSuffix("id \(storage)"))
        #expect(storage != before.storage)
        #expect(try instance.libraryText() == before.library)
        let again = try instance.admin("restore", backups)
        #expect(again.status == .exited(1))
        #expect(again.text.contains("The database is not empty."))
        #expect(try instance.admin("verify").status == .exited(0))
    }

    /// A device that was ahead of the backup begins anew, and fetches only what it lacks.
    private func follow(_ device: TestDevice, _ phone: Phone, _ before: Before) throws {
        for query in ["after=\(phone.cursor)", "after=1&epoch=\(phone.epoch)"] {
            let answer = try device.get("/sync/changes?\(query)")
            #expect(answer.status == 410)
            #expect(try answer.decode(TestDevice.Problem.self).code == "resync-required")
        }
        let page = try device.get("/sync/bootstrap").decode(SyncPage.self)
        #expect(page.epoch != before.epoch)
        var mirror = Mirror()
        mirror.apply(page)
        #expect(mirror.text == before.library)
        let lacking = (page.items ?? []).filter { !phone.audio.contains($0.audio.sha256) }
        #expect(lacking.map(\.audio.sha256) == [hash(songs[1])])
        for track in lacking {
            let file = try device.get("/tracks/\(track.id)/file")
            #expect(file.body == songs[1])
            #expect(file.value("etag") == "\"\(track.audio.sha256)\"")
        }
        // Content has the same address as before: what a device has of it is still current.
        let had = try #require((page.items ?? []).first { $0.audio.sha256 == hash(songs[0]) })
        let tag = "If-None-Match: \"\(had.audio.sha256)\""
        #expect(try device.get("/tracks/\(had.id)/file", [tag]).status == 304)
    }

    /// The log goes on where the backup's ended; what was open is over; what was deleted comes back.
    private func goOn(
        _ device: TestDevice, _ before: Before, open: String, deleted: String
    ) throws {
        #expect(try events(device).lines == before.events)
        #expect(try device.get("/uploads/\(open)").status == 410)
        #expect(try device.prepare(songs[0]).status == 200)
        #expect(try device.prepare(songs[3]).status == 201)
        let track = try device.track(songs[3])
        let lines = try events(device).lines
        #expect(lines.dropLast() == before.events[...])
        #expect(lines.last == "\(before.events.count + 1) create \(track) 1")
        #expect(try device.post("/tracks/\(deleted)/restore").status == 200)
        #expect(try device.get("/tracks/\(deleted)/file").body == songs[2])
    }
}
