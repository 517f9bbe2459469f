import FoundationEssentials
import Testing
import VelodyTesting

/// Uploads that nobody finished in time.
@Suite(.serialized, .instance(environment: ["UPLOAD_SESSION_TTL": "10"]))
struct ExpiryTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private func song(_ seed: UInt64) -> [UInt8] {
        SongFixture(title: "Song \(seed)", seed: seed).bytes
    }

    private func expire(_ id: String, since age: String = "1 s") throws {
        _ = try instance.sql(
            "UPDATE upload_sessions SET expires_at = now() - interval '\(age)' WHERE id = '\(id)'")
    }

    private func hasPart(_ id: String) -> Bool {
        FileManager().fileExists(atPath: "\(instance.storageRoot)/incoming/\(id).part")
    }

    private func awaitSweep(of id: String) throws {
        #expect(try instance.eventually { hasPart(id) ? nil : true } == true)
    }

    /// U28.
    @Test func `an expired upload loses its part and is remembered as 410`() throws {
        let bytes = song(1)
        let id = try device.open(bytes)
        #expect(try device.patch(id, Array(bytes[..<1_000]), at: 0).status == 204)
        // Nobody helps: its lifetime is what ends it.
        try awaitSweep(of: id)
        for answer in try [
            device.get("/uploads/\(id)"), device.head("/uploads/\(id)"),
            device.patch(id, [1], at: 1_000), device.post("/uploads/\(id)/finalize"),
        ] {
            #expect(answer.status == 410)
            #expect(answer.values("upload-offset").isEmpty)
        }
        #expect(try device.get("/uploads?status=expired").text.contains(id))
        let again = try device.prepare(bytes)
        #expect(again.status == 201)
        #expect(again.text.contains(#""offset":0"#))
    }

    /// U28: prepare itself ends an expired session, whose part must go nevertheless.
    @Test func `the part of a session that was replaced by a new one is swept too`() throws {
        let bytes = song(2)
        let id = try device.open(bytes)
        try expire(id)
        #expect(try device.open(bytes) != id)
        try awaitSweep(of: id)
        #expect(try device.get("/uploads/\(id)").status == 410)
    }

    /// U28.
    @Test func `an upload that is being received is not swept`() throws {
        let bytes = song(3)
        let id = try device.open(bytes)
        let running = try device.stalledPatch(id, Array(bytes[..<5_000]), of: bytes.count)
        try expire(id)
        let other = try device.open(song(4))
        try expire(other)
        try awaitSweep(of: other)
        #expect(hasPart(id))
        _ = running.end()
        // Its end extends the session, as any PATCH does.
        let offset = try instance.eventually {
            try device.head("/uploads/\(id)").value("upload-offset")
        }
        #expect(offset == "5000")
        #expect(try device.patch(id, Array(bytes[5_000...]), at: 5_000).status == 204)
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
    }

    /// U28.
    @Test func `an expired upload is forgotten after 30 days`() throws {
        let (old, older) = (try device.open(song(5)), try device.open(song(6)))
        try expire(old, since: "29 days")
        try expire(older, since: "31 days")
        let forgotten = try instance.eventually {
            try device.get("/uploads/\(older)").status == 404 ? true : nil
        }
        #expect(forgotten == true)
        #expect(try device.get("/uploads/\(old)").status == 410)
    }

    /// U28.
    @Test func `each PATCH gives the session its whole time again`() throws {
        struct Session: Decodable { let expiresAt: String }
        let bytes = song(7)
        let id = try device.open(bytes)
        let before = try device.get("/uploads/\(id)").decode(Session.self).expiresAt
        #expect(try device.patch(id, Array(bytes[..<10]), at: 0).status == 204)
        let after = try device.get("/uploads/\(id)").decode(Session.self).expiresAt
        #expect(before < after)
    }

    @Test func `an expired upload can still be cancelled`() throws {
        let id = try device.open(song(8))
        try expire(id)
        #expect(try device.delete("/uploads/\(id)").status == 204)
        #expect(try device.get("/uploads/\(id)").status == 404)
    }
}
