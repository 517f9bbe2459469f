import FoundationEssentials
import Testing
import VelodyRuntime

extension FileTests {
    /// nginx's lines on this device's requests of files.
    private func fileRequests() throws -> [AccessLine] {
        let ids = instance.log(of: "velody-server").split(separator: "\n").compactMap { line in
            let data = Data(line.utf8)
            return try? JSONDecoder().decode(ServerLine.self, from: data)
        }.filter { $0.deviceId == device.id && $0.route.hasSuffix("/tracks/{id}/file") }
        return try ids.compactMap { instance.accessLine(of: $0.requestId) }.map {
            try JSONDecoder().decode(AccessLine.self, from: Data($0.utf8))
        }
    }

    private struct ServerLine: Decodable {
        let requestId: String
        let route: String
        let deviceId: String
    }

    private struct AccessLine: Decodable {
        let status: Int
        let bytes: Int
    }

    @Test func `a real player reads the song over https and seeks`() throws {
        let song = instance.home + "/tone.mp3"
        let made = try Command(
            "sox", ["-n", "-r", "44100", "-c", "2", song, "synth", "80", "sine", "440"]
        ).output()
        #expect(made.status.isSuccess)
        let tone = Array(try #require(FileManager().contents(atPath: song)))
        let track = try device.track(tone)
        let probe = try Command(
            "ffprobe",
            [
                "-v", "error", "-headers", "Authorization: Bearer \(device.token)\r\n",
                "-ca_file", instance.certificate, "-read_intervals", "60%+1,20%+1",
                "-show_entries", "packet=pts_time:format=format_name",
                "-of", "csv=p=0", "\(instance.url)/api/v1/tracks/\(track)/file",
            ]
        ).output()
        #expect(probe.status.isSuccess, "\(probe.text)")
        #expect(probe.text.contains("mp3"))
        let times = probe.text.split(separator: "\n").compactMap { Double($0) }
        #expect((59.0...60.1).contains(try #require(times.first)))
        #expect(times.contains { (19.0...20.1).contains($0) })
        // Forwards it may read on; to go back it asks anew, for what begins at a quarter of the song.
        // The whole, and the last 128 bytes, it asks for in any case.
        let seek = try instance.eventually {
            try fileRequests().first {
                $0.status == 206 && (1_000...tone.count * 9 / 10).contains($0.bytes)
            }
        }
        #expect(seek != nil)
        #expect(try fileRequests().allSatisfy { [200, 206].contains($0.status) })
    }
}
