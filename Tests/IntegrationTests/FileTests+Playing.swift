import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

extension FileTests {
    /// PR4: a player pauses for longer than web servers are patient by default (60 s).
    @Test(arguments: RunningInstance.Version.allCases)
    func `a player that pauses for a minute goes on where it was`(
        version: RunningInstance.Version
    ) async throws {
        let song = LongSong(title: "Pause", minimumSize: 32 << 20, seed: 910)
        let whole = song.bytes(0..<song.size)
        let track = try device.track(whole)
        let target = instance.home + "/paused\(version.rawValue).mp3"
        var player = try Command(
            "timeout",
            [
                "600", "curl", version.rawValue, "--silent", "--cacert", instance.certificate,
                "--noproxy", "*",
                "--limit-rate", "8M", "--header", "Authorization: Bearer \(device.token)",
                "--output", target, "\(instance.url)/api/v1/tracks/\(track)/file",
            ], leadsGroup: true
        ).spawn()
        let size = { () throws -> Int in
            let said = try Command("sh", ["-c", #"stat -c %s "$0" 2>/dev/null"#, target]).output()
            return Int(said.text.prefix { $0.isNumber }) ?? 0
        }
        #expect(try instance.eventually { try size() > 0 ? true : nil } == true)
        player.kill(19, wholeGroup: true)
        let reached = try size()
        try await Task.sleep(for: .seconds(63))
        #expect(reached < whole.count)
        #expect(try size() == reached)
        player.kill(18, wholeGroup: true)
        #expect(player.wait().isSuccess)
        let isWhole = FileManager().contents(atPath: target).map { [UInt8]($0) } == whole
        #expect(isWhole)
        // And one that was closed meanwhile asks for the rest.
        let rest = try device.get(
            "/tracks/\(track)/file", ["Range: bytes=\(reached)-", "If-Range: \"\(hash(whole))\""])
        #expect(rest.status == 206)
        let isTheRest = rest.body.elementsEqual(whole[reached...])
        #expect(isTheRest)
    }

    /// PR4.
    @Test func `the site is patient with players for at least ten minutes`() throws {
        let site = try #require(
            FileManager().contents(atPath: instance.home + "/nginx/velody.conf"))
        let text = String(decoding: site, as: UTF8.self)
        let patience = text.matches(of: #/send_timeout (\d+)m;/#).map(\.1)
        #expect(patience.count == 1)
        #expect(try #require(patience.first.flatMap { Int($0) }) >= 10)
    }

    /// X1, X10, X11.
    @Test func `a part of a file has the fields of the whole, each once`() throws {
        let whole = try device.get(path)
        let part = try device.get(path, ["Range: bytes=0-1"])
        #expect(part.status == 206)
        for name in [
            "etag", "content-type", "last-modified", "cache-control", "content-disposition",
            "repr-digest", "x-content-type-options", "content-security-policy",
        ] {
            #expect(part.value(name) != nil, "\(name)")
            #expect(part.value(name) == whole.value(name), "\(name)")
        }
        let names = part.fields.map(\.name)
        #expect(Set(names).count == names.count)
    }

    /// X7.
    @Test func `a missing blob is logged as an error`() throws {
        let bytes = SongFixture(title: "Lost", seed: 912).bytes
        let track = try device.track(bytes)
        let hex = hash(bytes)
        try FileManager().removeItem(
            atPath: "\(instance.storageRoot)/library/audio/\(hex.prefix(2))/"
                + "\(hex.dropFirst(2).prefix(2))/\(hex).mp3")
        let answer = try device.get("/tracks/\(track)/file")
        #expect(answer.status == 500)
        let id = try #require(answer.value("x-request-id"))
        let line = instance.log(of: "nginx").split(separator: "\n").first { $0.contains(hex) }
        #expect(line?.contains("[error]") == true)
        // nginx writes the line once the answer is out.
        let isNoted = try instance.eventually {
            instance.log(of: "access").contains(id) ? true : nil
        }
        #expect(isNoted == true)
    }

    /// PL4.
    @Test func `a deleted track is in no list and sends no byte, and its end is an event`() throws {
        let bytes = SongFixture(title: "Deleted", seed: 911).bytes
        let track = try device.track(bytes)
        #expect(try device.get("/tracks?limit=500").text.contains(track))
        _ = try instance.sql("UPDATE tracks SET deleted_at = now() WHERE id = '\(track)'")
        #expect(!(try device.get("/tracks?limit=500").text.contains(track)))
        for fields in [[], ["Range: bytes=0-1"], ["If-None-Match: \"\(hash(bytes))\""]] {
            let answer = try device.get("/tracks/\(track)/file", fields)
            #expect(answer.status == 410)
            #expect(try answer.decode(TestDevice.Problem.self).code == "gone")
        }
        #expect(try device.head("/tracks/\(track)/file").status == 410)
        #expect(try device.get("/tracks/\(track)").text.contains(#""status":"deleted""#))
        let events = try instance.sql(
            "SELECT action FROM library_events WHERE entity_id = '\(track)' ORDER BY id")
        #expect(events == "create\ndelete\n")
        // Whoever announces it again gets it back.
        #expect(try device.prepare(bytes).text.contains(#""status":"exists""#))
        #expect(try device.get("/tracks/\(track)/file").body == bytes)
    }

    private func hash(_ bytes: [UInt8]) -> String { OpenSSLCryptography().sha256(bytes).hex }
}
