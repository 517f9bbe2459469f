import FoundationEssentials
import Testing
import VelodyTesting

extension UploadTests {
    private func finalizeHead(_ id: String) -> [UInt8] {
        Array(
            """
            POST /api/v1/uploads/\(id)/finalize HTTP/1.1\r\nHost: localhost\r\n\
            Authorization: Bearer \(device.token)\r\nContent-Length: 0\r\n\r\n
            """.utf8)
    }

    /// U25, PU12.
    @Test func `a finalize whose answer was lost is repeated, and nothing is done twice`() throws {
        let bytes = song(60, frames: 3_000)
        let id = try device.open(bytes)
        #expect(try device.patch(id, bytes, at: 0).status == 204)
        try instance.sendAndLeave(finalizeHead(id))
        let first = try device.post("/uploads/\(id)/finalize")
        #expect([200, 201].contains(first.status))
        let second = try device.post("/uploads/\(id)/finalize")
        #expect(second.status == 200)
        #expect(second.body == first.body)
        let finished = try first.decode(Finished.self)
        let written = try instance.sql(
            """
            SELECT (SELECT count(*) FROM audio_assets WHERE id = '\(finished.audioAssetId)'),
              string_agg(action, ',') FROM library_events WHERE entity_id = '\(finished.trackId)'
            """)
        #expect(written == "1|create\n")
    }

    @Test func `PATCHes while finalize runs change nothing`() async throws {
        let bytes = song(61, frames: 3_000)
        let id = try device.open(bytes)
        #expect(try device.patch(id, bytes, at: 0).status == 204)
        async let finalizing = finalizeInBackground(id)
        var refusals: Set<String> = []
        for _ in 0..<10 {
            for (more, offset) in [([7, 7, 7], bytes.count), (bytes, 0)] {
                let answer = try device.patch(id, more, at: offset)
                refusals.insert("\(answer.status) \(try problem(answer).code)")
            }
        }
        let finished = try await finalizing
        #expect(finished.status == 201)
        // Too much, wrong place, held by the other, or over.
        let expected: Set<String> = [
            "413 upload-exceeds-size", "409 offset-mismatch", "423 upload-locked",
            "409 upload-closed",
        ]
        #expect(refusals.isSubset(of: expected), "\(refusals)")
        let track = try finished.decode(Finished.self).trackId
        #expect(try device.get("/tracks/\(track)/file").body == bytes)
    }

    private func finalizeInBackground(_ id: String) async throws -> HTTPAnswer {
        try device.post("/uploads/\(id)/finalize")
    }

    /// PU10.
    @Test func `eight devices with one song make one track and one blob`() throws {
        let bytes = song(62, frames: 500)
        let sessions = try (0..<8).map { _ in
            let device = try TestDevice(on: instance)
            let id = try device.open(bytes)
            #expect(try device.patch(id, bytes, at: 0).status == 204)
            return (device, id)
        }
        let answers = try instance.finalizeTogether(sessions, of: bytes)
        #expect(answers.map(\.status).sorted() == [200, 200, 200, 200, 200, 200, 200, 201])
        let finished = try answers.map { try $0.decode(Finished.self) }
        #expect(Set(finished.map(\.trackId)).count == 1)
        #expect(Set(finished.map(\.audioAssetId)).count == 1)
        #expect(finished.filter(\.created).count == 1)
    }
}
