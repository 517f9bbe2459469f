import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// `velody-admin collect` on a running instance that keeps nothing for long.
@Suite(
    .instance(environment: [
        "DELETED_RETENTION": "0", "SUPERSEDED_RETENTION": "0", "QUARANTINE_RETENTION": "0",
        "ORPHAN_GRACE": "0",
    ])) struct CollectTests
{
    private let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    private func place(_ bytes: [UInt8]) -> String {
        let hex = OpenSSLCryptography().sha256(bytes).hex
        return "library/audio/\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))/\(hex).mp3"
    }

    private func exists(_ name: String) -> Bool {
        FileManager().fileExists(atPath: instance.storageRoot + "/" + name)
    }

    @Test func `it tells first, removes when told to, and what is in use stays`() throws {
        let device = try TestDevice(on: instance)
        let kept = SongFixture(title: "Kept", seed: 101).bytes
        let given = SongFixture(title: "Given up", seed: 102).bytes
        let keptTrack = try device.track(kept)
        let track = try device.track(given)
        let running = try device.open([1, 2, 3])
        #expect(try device.delete("/tracks/\(track)").status == 204)
        #expect(try device.upload(Array("<html></html>".utf8)).status == 415)
        let dry = try instance.admin("collect")
        #expect(dry.status == .exited(0), "\(dry.text)")
        #expect(dry.text.contains(place(given)))
        #expect(!dry.text.contains(place(kept)))
        #expect(dry.text.contains("quarantined"))
        #expect(exists(place(given)))

        #expect(try instance.admin("collect", "--apply").status == .exited(0))
        #expect(!exists(place(given)))
        #expect(try device.get("/tracks/\(keptTrack)/file").body == kept)
        #expect(try device.head("/uploads/\(running)").status == 200)
        #expect(exists("incoming/\(running).part"))
        #expect(try instance.admin("quarantine", "list").text == "")

        // The tombstone stays; there is nothing to bring back, but an upload does.
        let tombstone = try device.get("/tracks/\(track)")
        #expect(tombstone.status == 200)
        #expect(tombstone.text.contains(#""status":"deleted""#))
        struct Deleted: Decodable {
            struct Item: Decodable { let id: String }
            let items: [Item]
        }
        let deleted = try device.get("/tracks?status=deleted")
        #expect(try deleted.decode(Deleted.self).items.map(\.id).contains(track))
        #expect(deleted.text.contains(tombstone.text))
        let restored = try device.post("/tracks/\(track)/restore")
        #expect(restored.status == 410)
        #expect(restored.text.contains(#""code":"gone""#))
        #expect(try device.track(given) == track)
        #expect(try device.get("/tracks/\(track)/file").body == given)
        #expect(try instance.admin("verify").status == .exited(0))
    }

    @Test func `not even a hand with psql brings a track back whose audio is gone`() throws {
        let device = try TestDevice(on: instance)
        let track = try device.track(SongFixture(title: "Gone", seed: 103).bytes)
        _ = try instance.sql(
            """
            UPDATE tracks SET deleted_at = now() WHERE id = '\(track)';
            UPDATE audio_assets SET collected_at = now() WHERE track_id = '\(track)'
            """)
        _ = try instance.sql("UPDATE tracks SET deleted_at = NULL WHERE id = '\(track)'")
        #expect(
            try instance.sql("SELECT deleted_at IS NULL FROM tracks WHERE id = '\(track)'") == "f\n"
        )
    }
}
