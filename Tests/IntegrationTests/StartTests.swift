import FoundationEssentials
import Testing
import VelodyRuntime

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

    @Test func `a start has succeeded once the API answers, be it with 503`() throws {
        // More than any disk has: the storage fails its check, and takes nothing.
        let started = try Started(["STORAGE_RESERVE_BYTES": String(1 << 50)])
        let instance = RunningInstance(home: started.home)
        let code = try instance.eventually(within: 300) {
            let code = started.text("code")
            return code.isEmpty ? nil : code
        }
        #expect(code == "0\n", "\(started.text("said"))")
        let said = started.text("said")
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
