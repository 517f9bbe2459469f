import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// `make start` and `make stop`: the same program, in the background.
struct StartTests {
    /// An instance that somebody started; it is stopped with the last reference, or with this process.
    private final class Started {
        let home: String
        private var shell: ChildProcess
        private var lifeline: OwnedDescriptor?

        init(_ settings: [String: String]) throws {
            home = "/tmp/velody-test-\(UUID().uuidString.prefix(8))"
            let access: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
            try FileManager().createDirectory(
                atPath: home, withIntermediateDirectories: true, attributes: access)
            let script = #"""
                "$1" start --home "$2" --sources "$3" >"$2/said" 2>&1
                echo $? >"$2/code.new" && mv "$2/code.new" "$2/code"
                cat >/dev/null
                exec "$1" stop --home "$2" --sources "$3" >>"$2/said" 2>&1
                """#
            let words = [
                InstanceLaunch.binaries + "/velody-instance", home, InstanceLaunch.checkout,
            ]
            let pipe = try OwnedDescriptor.pipe()
            var command = Command("sh", ["-c", script, "sh"] + words)
            command.environment = ProcessInfo.processInfo.environment.merging(settings) { $1 }
            command.environment?["VELODY_PORT"] = String(try Listener.freePort())
            command.descriptors = [0: pipe.reader.number]
            shell = try command.spawn()
            lifeline = pipe.keepWriter()
        }

        deinit {
            _ = stop()
            try? FileManager().removeItem(atPath: home)
        }

        /// What a file of the home holds.
        func text(_ name: String) -> String {
            String(
                decoding: FileManager().contents(atPath: "\(home)/\(name)") ?? Data(),
                as: UTF8.self)
        }

        /// Stops it and says how that ended.
        func stop() -> VelodyRuntime.ExitStatus {
            lifeline = nil
            return shell.wait()
        }
    }

    /// The words that came with the start, once it is over.
    private func words(of started: Started) throws -> String {
        let instance = RunningInstance(home: started.home)
        let code = try instance.eventually(within: 300) {
            let code = started.text("code")
            return code.isEmpty ? nil : code
        }
        #expect(code == "0\n", "\(started.text("said"))")
        return started.text("said")
    }

    /// With a secret that scripts have to quote.
    @Test func `what a start prints works as printed`() throws {
        let started = try Started(["DEVICE_BOOTSTRAP_SECRET": "~any=secret"])
        let said = try words(of: started)
        let lines = said.split(separator: "\n").filter { $0.hasPrefix("  curl ") }
        try #require(lines.count == 3, "\(said)")
        let folder = try TemporaryDirectory()
        let answers = try lines.map { line in
            let script = "cd \"$0\" && \(line)"
            var command = Command("sh", ["-c", script, folder.path])
            command.environment = ["PATH": "/usr/bin:/bin", "no_proxy": "*"]
            return try command.output()
        }
        #expect(answers.allSatisfy { $0.status.isSuccess })
        struct Finished: Decodable { let trackId: String }
        struct Page: Decodable {
            struct Item: Decodable { let id: String }
            let items: [Item]
        }
        let finished = try JSONDecoder().decode(Finished.self, from: Data(answers[0].bytes))
        let page = try JSONDecoder().decode(Page.self, from: Data(answers[1].bytes))
        #expect(page.items.map(\.id) == [finished.trackId])
        let song = try #require(FileManager().contents(atPath: started.home + "/demo/demo.mp3"))
        let range = FileManager().contents(atPath: folder.path + "/demo-range.mp3")
        #expect(range == song.prefix(65_536))
        let token = try #require(said.firstMatch(of: #/Token: (vld_[A-Za-z0-9_-]{43})\n/#)?.1)
        #expect(lines.allSatisfy { $0.contains(token) })
        #expect(started.stop() == .exited(0))
    }

    @Test func `a server whose settings are wrong says all that is, and does not start`() throws {
        var command = Command(
            InstanceLaunch.binaries + "/velody-server",
            environment: ["VELODY_ENV": "production", "API_THREADS": "x"])
        command.descriptors[2] = -1
        let answer = try command.output()
        #expect(answer.status == .exited(1))
        let names = answer.text.matches(of: #/\n  ([A-Z_]+) /#).map(\.1)
        #expect(
            names == [
                "DATABASE_URL", "STORAGE_ROOT", "PUBLIC_BASE_URL", "DEVICE_BOOTSTRAP_SECRET",
                "API_THREADS",
            ], "\(answer.text)")
    }

    @Test func `a start has succeeded once the API answers, be it with 503`() throws {
        // More than any disk has: the storage fails its check, and takes nothing.
        let started = try Started(["STORAGE_RESERVE_BYTES": String(1 << 50)])
        let said = try words(of: started)
        #expect(said.contains("Velody answers at https://127.0.0.1:"), "\(said)")
        #expect(said.contains("The demo song could not be uploaded: "), "\(said)")
        let running = RunningInstance(home: started.home)
        let health = try running.http("GET", "/api/v1/health")
        #expect(health.status == 503)
        #expect(health.text.contains(#""storage":{"status":"failing""#))
        #expect(Set(running.pids().keys) == ["supervisor", "postgres", "velody-server", "nginx"])
        #expect(started.stop() == .exited(0))
        #expect(running.pids().isEmpty)
    }
}
