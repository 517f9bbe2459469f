import FoundationEssentials
import Glibc
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// What happens when processes stop, die, hang or come back.
@Suite(.serialized, .instance(environment: ["SHUTDOWN_GRACE": "1"]))
struct LifecycleTests {
    let instance: RunningInstance
    let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    func song(_ seed: UInt64, frames: Int = 300) -> [UInt8] {
        SongFixture(title: "Song \(seed)", seed: seed, frameCount: frames).bytes
    }

    func signal(_ name: String, _ number: Int32) throws -> Int32 {
        let pid = try #require(instance.pids()[name])
        #expect(kill(pid, number) == 0)
        return pid
    }

    /// Waits until another process has taken the place of `pid`, and the API answers again.
    func awaitReplacement(of name: String, _ pid: Int32) throws {
        let replaced = try instance.eventually { () -> Bool? in
            guard let now = instance.pids()[name], now != pid else { return nil }
            return try instance.http("GET", "/api/v1/health").status == 200 ? true : nil
        }
        #expect(replaced == true)
    }

    private func offset(_ id: String) throws -> Int {
        Int(try device.head("/uploads/\(id)").value("upload-offset") ?? "") ?? -1
    }

    /// U19.
    @Test func `a stalled PATCH does not disturb a HEAD, and a new PATCH takes over`() throws {
        let bytes = song(1)
        let id = try device.open(bytes)
        let stalled = try device.stalledPatch(id, Array(bytes[..<20_000]), of: bytes.count)
        #expect(try offset(id) == 0)
        // The newcomer displaces it, and is told how far the displaced one came.
        let answer = try instance.eventually { () -> HTTPAnswer? in
            let answer = try device.patch(id, bytes, at: 0)
            return answer.status == 409 ? answer : nil
        }
        #expect(answer?.text.contains(#""code":"offset-mismatch""#) == true)
        #expect(answer?.value("upload-offset") == "20000")
        #expect(stalled.end().contains("upload-taken-over"))
        #expect(try device.patch(id, Array(bytes[20_000...]), at: 20_000).status == 204)
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
    }

    /// U20.
    @Test func `a DELETE ends a running PATCH`() throws {
        let bytes = song(2)
        let id = try device.open(bytes)
        let stalled = try device.stalledPatch(id, Array(bytes[..<20_000]), of: bytes.count)
        #expect(try device.delete("/uploads/\(id)").status == 204)
        _ = stalled.end()
        #expect(try device.get("/uploads/\(id)").status == 404)
        #expect(
            !FileManager().fileExists(atPath: "\(instance.storageRoot)/incoming/\(id).part"))
    }

    /// U22.
    @Test func `a stop in the middle of a PATCH keeps its bytes and says so`() throws {
        let bytes = song(3)
        let id = try device.open(bytes)
        let stalled = try device.stalledPatch(id, Array(bytes[..<20_000]), of: bytes.count)
        let pid = try signal("velody-server", SIGTERM)
        try awaitReplacement(of: "velody-server", pid)
        #expect(stalled.end().contains("503"))
        #expect(try offset(id) == 20_000)
        #expect(try device.patch(id, Array(bytes[20_000...]), at: 20_000).status == 204)
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
    }

    /// U21.
    @Test func `a killed server is replaced, its locks with it, and no promise is broken`() throws {
        let bytes = song(4)
        let id = try device.open(bytes)
        #expect(try device.patch(id, Array(bytes[..<5_000]), at: 0).status == 204)
        let stalled = try Stalled(
            instance,
            Array(
                """
                PATCH /api/v1/uploads/\(id) HTTP/1.1\r\nHost: localhost\r\n\
                Authorization: Bearer \(device.token)\r\nUpload-Offset: 5000\r\n\
                Content-Type: application/offset+octet-stream\r\n\
                Content-Length: \(bytes.count - 5_000)\r\n\r\n
                """.utf8) + bytes[5_000..<9_000])
        let pid = try signal("velody-server", SIGKILL)
        try awaitReplacement(of: "velody-server", pid)
        // Of nginx's own making, and in the contract's form all the same.
        let told = stalled.end()
        #expect(told.hasPrefix("HTTP/1.1 502"), "\(told)")
        #expect(told.contains(#""code":"bad-gateway""#), "\(told)")
        let kept = try offset(id)
        #expect(kept >= 5_000)
        #expect(try device.patch(id, Array(bytes[kept...]), at: kept).status == 204)
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
    }

    /// PU12.
    @Test func `a finalize broken off by a killed server is repeated, and makes one track`() throws
    {
        let bytes = song(8, frames: 20_000)
        let id = try device.open(bytes)
        #expect(try device.patch(id, bytes, at: 0).status == 204)
        // Wherever it is by then: receiving, hashing, inspecting, publishing, or done.
        for delay in [0, 20, 60, 120, 250] {
            let finalizing = try Stalled(
                instance,
                Array(
                    """
                    POST /api/v1/uploads/\(id)/finalize HTTP/1.1\r\nHost: localhost\r\n\
                    Authorization: Bearer \(device.token)\r\nContent-Length: 0\r\n\r\n
                    """.utf8), pausing: Int32(delay))
            let pid = try signal("velody-server", SIGKILL)
            try awaitReplacement(of: "velody-server", pid)
            _ = finalizing.end()
        }
        let first = try device.post("/uploads/\(id)/finalize")
        #expect([200, 201].contains(first.status), "\(first.text)")
        #expect(try device.post("/uploads/\(id)/finalize").body == first.body)
        let hash = OpenSSLCryptography().sha256(bytes).hex
        let written = try instance.sql(
            """
            SELECT count(*), count(DISTINCT a.track_id) FROM audio_assets a
            JOIN library_events e ON e.entity_id = a.track_id WHERE a.hash = '\\x\(hash)'
            """)
        #expect(written == "1|1\n")
        #expect(try device.upload(bytes).status == 200)
    }

    @Test func `while the database is away the API says 503, and comes back by itself`() throws {
        let pid = try signal("postgres", SIGKILL)
        let statuses = try (0..<20).map { _ in try device.get("/tracks").status }
        #expect(statuses.allSatisfy { [200, 503].contains($0) })
        try awaitReplacement(of: "postgres", pid)
        // Its predecessor's sessions may have answered until now; a new one waits for the recovery.
        let isBack = try instance.eventually { () -> Bool? in
            let status = try device.get("/tracks").status
            #expect([200, 503].contains(status))
            return status == 200 ? true : nil
        }
        #expect(isBack == true)
    }

    @Test func `a database that hangs is 503 within its deadline`() throws {
        // The postmaster too: otherwise a thread that has no session yet gets a new one.
        let sessions = try instance.sql(
            "SELECT pid FROM pg_stat_activity WHERE usename = 'velody_app'"
        ).split(separator: "\n").compactMap { Int32($0) }
        let pids = sessions + [try #require(instance.pids()["postgres"])]
        for pid in pids { #expect(kill(pid, SIGSTOP) == 0) }
        defer { for pid in pids { kill(pid, SIGCONT) } }
        let statuses = try (0..<3).map { _ in try device.get("/tracks").status }
        #expect(statuses == [503, 503, 503])
    }

    /// Two seconds are promised; a busy machine gets one more.
    @Test func `health answers in time while every API thread waits for a database that hangs`()
        throws
    {
        let sessions = try instance.sql(
            "SELECT pid FROM pg_stat_activity WHERE usename = 'velody_app'"
        ).split(separator: "\n").compactMap { Int32($0) }
        let pids = sessions + [try #require(instance.pids()["postgres"])]
        for pid in pids { #expect(kill(pid, SIGSTOP) == 0) }
        defer { for pid in pids { kill(pid, SIGCONT) } }
        var crowd = try waitingRequests(count: 32)
        defer {
            crowd.kill()
            _ = crowd.wait()
        }
        for _ in 0..<3 {
            let health = try instance.http(
                "GET", "/api/v1/health", token: device.token, options: ["--max-time", "3"])
            #expect(health.status == 503)
            #expect(health.text.contains(#""database":{"status":"failing""#))
            #expect(health.text.contains(#""storage":{"status":"ok""#))
        }
    }

    /// Many lists, asked for at once; some wait in the server before this returns.
    private func waitingRequests(count: Int) throws -> ChildProcess {
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        let words = [
            "--http1.1", "--silent", "--parallel", "--parallel-immediate", "--parallel-max",
            String(count), "--cacert", instance.certificate, "--noproxy", "*", "--max-time", "60",
            "--header", "Authorization: Bearer \(device.token)",
        ]
        var command = Command(
            "curl", words + (0..<count).map { _ in instance.url + "/api/v1/tracks" })
        command.descriptors = [1: nothing.number, 2: nothing.number]
        let crowd = try command.spawn()
        ProcessEvents.pause(milliseconds: 500)
        return crowd
    }

    @Test func `a storage root that is gone fails health and changes nothing`() throws {
        _ = try device.track(song(6))
        let before = try instance.sql("SELECT count(*), max(version) FROM tracks")
        let aside = instance.storageRoot + ".aside"
        try FileManager().moveItem(atPath: instance.storageRoot, toPath: aside)
        defer {
            _ = try? FileManager().removeItem(atPath: instance.storageRoot)
            _ = try? FileManager().moveItem(atPath: aside, toPath: instance.storageRoot)
        }
        try FileManager().createDirectory(
            atPath: instance.storageRoot, withIntermediateDirectories: true)
        let failing = try instance.eventually { () -> Bool? in
            let health = try device.get("/health")
            return health.status == 503
                && health.text.contains(#""storage":{"status":"failing""#) ? true : nil
        }
        #expect(failing == true)
        #expect(try device.upload(song(7)).status == 503)
        #expect(try FileManager().contentsOfDirectory(atPath: instance.storageRoot) == [])
        #expect(try instance.sql("SELECT count(*), max(version) FROM tracks") == before)
    }
}
