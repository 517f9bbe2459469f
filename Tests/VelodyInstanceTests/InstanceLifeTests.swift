import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime
import VelodyTesting

/// The life of a private instance with its real supervisor, PostgreSQL and nginx.
@Suite(.serialized) struct InstanceLifeTests {
    @Test(arguments: ["postgres", "velody-server", "nginx"])
    func `a process that dies is replaced`(name: String) throws {
        let household = try Household()
        try household.start()
        let old = try #require(household.running[name])
        let start = ContinuousClock.now
        kill(old, SIGKILL)
        // Two seconds are promised, and ServiceTests hold the supervisor to them; a busy machine may
        // need some more to start a process.
        try household.eventually(within: 30) { household.running[name].map { $0 != old } ?? false }
        print("\(name) was replaced after \(ContinuousClock.now - start)")
        #expect(!Household.exists(old))
    }

    @Test func `a restart puts a new server beside the old one before that one ends`() throws {
        let household = try Household()
        try household.setServer("trap 'echo asked; exit 0' TERM; while :; do sleep 0.05; done")
        try household.start()
        let old = try #require(household.running["velody-server"])
        #expect(try household.perform("restart").status == .exited(0))
        #expect(household.running["velody-server"] != old)
        try household.eventually { household.text("log/velody-server.log").contains("asked") }
    }

    @Test func `a restart with a server that does not start keeps the old one`() throws {
        let household = try Household()
        try household.start()
        let old = household.running["velody-server"]
        try household.setServer("exit 7")
        let answer = try household.perform("restart")
        #expect(answer.status == .exited(1))
        #expect(answer.text.contains("the old one runs"))
        #expect(household.running["velody-server"] == old)
    }

    @Test func `the end of the lifeline stops everything and leaves no socket`() throws {
        let household = try Household()
        try household.start()
        let pids = household.running.values
        household.dropLifeline()
        try household.eventually { household.ending != nil }
        #expect(household.ending == .exited(0))
        #expect(pids.count == 4)
        #expect(pids.allSatisfy { !Household.exists($0) })
        #expect(!FileManager().fileExists(atPath: household.home + "/run"))
    }

    @Test func `a killed supervisor takes everything with it and is no obstacle`() throws {
        let household = try Household()
        try household.start()
        let pids = household.running
        household.killSupervisor()
        try household.eventually { household.ending != nil }
        try household.eventually { pids.values.allSatisfy { !Household.exists($0) } }
        #expect(try household.perform("status").status == .exited(3))
        try household.start()
        try household.eventually {
            household.running.count == 4
                && Set(household.running.values).isDisjoint(with: pids.values)
        }
    }

    @Test func `what a killed supervisor left behind does not hide why there is no start`() throws {
        let (household, other) = (try Household(), try Household())
        try household.start()
        let pids = household.running
        household.killSupervisor()
        try household.eventually {
            household.ending != nil && pids.values.allSatisfy { !Household.exists($0) }
        }
        #expect(household.text("status").contains("velody-server"))
        other.port = household.port
        try other.start()
        // Its nginx runs a moment before it listens.
        try other.eventually { (try? Listener.freePort(other.port)) == nil }
        let answer = try household.perform("start")
        #expect(answer.status == .exited(1))
        #expect(answer.text.contains("VELODY_PORT="), "\(answer.text)")
    }

    @Test(arguments: ["two words", "{quoted};"])
    func `a home may have any name that a configuration can hold`(name: String) throws {
        let household = try Household(name: name)
        try household.start()
        #expect(household.running.count == 4, "\(household.text("words.log"))")
        try household.eventually { (try? Listener.freePort(household.port)) == nil }
        let lines = try household.perform("status").text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasSuffix(" running") })
    }

    @Test func `status has a line per process, and stop ends them`() throws {
        let household = try Household()
        try household.start()
        let lines = try household.perform("status").text.split(separator: "\n").map(String.init)
        let expected = ["supervisor", "postgres", "velody-server", "nginx"].map {
            "\($0) \(household.running[$0] ?? 0) running"
        }
        #expect(lines == expected)
        #expect(try household.perform("stop").status == .exited(0))
        #expect(try household.perform("status").text.contains("nginx - stopped"))
    }

    @Test func `who only asks how it is keeps nobody from starting`() throws {
        let folder = try TemporaryDirectory()
        let lock = folder.path + "/lock"
        let script = #"exec 3>>"$0"; flock --shared 3; echo; sleep 0.2"#
        var command = Command("sh", ["-c", script, lock])
        let pipe = try OwnedDescriptor.pipe()
        command.descriptors[1] = pipe.writer.number
        var asking = try command.spawn()
        let said = pipe.keepReader()
        var byte: [UInt8] = [0]
        #expect(unsafe read(said.number, &byte, 1) == 1)
        let taken = try FileLock.acquire(lock) != nil
        #expect(taken)
        _ = asking.wait()
    }

    @Test func `a start at another port than the one that is served says where that is`() throws {
        let household = try Household()
        try household.start()
        let port = household.port
        household.port = port &+ 1
        let answer = try household.perform("start")
        #expect(answer.status == .exited(1))
        #expect(answer.text.contains("https://127.0.0.1:\(port)"), "\(answer.text)")
    }

    @Test func `a second supervisor on the same home is refused`() throws {
        let household = try Household()
        try household.start()
        let second = try household.perform("run")
        #expect(second.status == .exited(1))
        #expect(second.text.contains("runs already"))
        #expect(household.running.count == 4)
    }

    @Test func `a home too deep for sockets gets a directory in tmp until it stops`() throws {
        let household = try Household(depth: 90)
        try household.start()
        let directory = String(household.text("sockets").prefix { $0 != "\n" })
        #expect(directory.hasPrefix("/tmp/velody."))
        #expect(FileManager().fileExists(atPath: directory + "/api.sock"))
        household.stop()
        #expect(!FileManager().fileExists(atPath: directory))
    }

    /// L5.
    @Test func `secrets and settings are for their owner alone`() throws {
        let household = try Household()
        try household.start()
        #expect(mode(household, "instance.env") == 0o600)
        #expect(mode(household, "secrets") == 0o700)
        #expect(mode(household, "tls/key.pem") == 0o600)
        #expect(mode(household, "storage/library") == 0o2750)
        #expect(mode(household, "storage/incoming") == 0o2700)
        #expect(mode(household, "run/api.sock") == 0o660)
        #expect(mode(household, "run/upload.sock") == 0o660)
    }

    @Test func `the server gets its sockets, its number and the settings`() throws {
        let household = try Household()
        try household.setServer(
            #"""
            echo "fds $LISTEN_FDS names $LISTEN_FDNAMES"
            test "$LISTEN_PID" = $$ && test -S /proc/$$/fd/3 && test -S /proc/$$/fd/4 && echo mine
            echo "root $STORAGE_ROOT env $VELODY_ENV"
            exec sleep 600
            """#)
        try household.start()
        let log = { household.text("log/velody-server.log") }
        try household.eventually { log().contains("root ") }
        #expect(log().contains("fds 2 names api:upload\nmine\n"))
        #expect(log().contains("root \(household.home)/storage env development\n"))
    }

    @Test(arguments: [false, true])
    func `what is set where it is started reaches the server`(isInFile: Bool) throws {
        let household = try Household()
        let path = household.home + "/secret.txt"
        try Data("~a=secret\nmore\n".utf8).write(to: URL(filePath: path))
        let name = "DEVICE_BOOTSTRAP_SECRET"
        household.surroundings = [
            "MAX_UPLOAD_SIZE_BYTES": "77", "LOG_LEVEL": "debug",
            isInFile ? name + "_FILE" : name: isInFile ? path : "~a=secret",
        ]
        try household.setServer(
            #"echo "$DEVICE_BOOTSTRAP_SECRET $MAX_UPLOAD_SIZE_BYTES $LOG_LEVEL"; exec sleep 600"#)
        try household.start()
        let log = { household.text("log/velody-server.log") }
        try household.eventually { !log().isEmpty }
        #expect(log() == "~a=secret 77 debug\n")
        let said = try Command(
            "sh",
            ["-c", ". \"$0/instance.env\"; echo \"$VELODY_BOOTSTRAP_SECRET\"", household.home]
        )
        .output().text
        #expect(said == "~a=secret\n")
    }

    @Test func `a second start keeps secrets, certificate and data`() throws {
        let household = try Household()
        try household.start()
        let before = ["instance.env", "tls/certificate.pem"].map(household.text)
        let song = household.home + "/storage/library/kept"
        try Data("song".utf8).write(to: URL(filePath: song))
        _ = try household.sql("CREATE TABLE kept AS SELECT 42 AS answer")
        household.stop()
        try household.start()
        #expect(["instance.env", "tls/certificate.pem"].map(household.text) == before)
        #expect(try household.sql("SELECT answer FROM kept") == "42\n")
        #expect(household.text("storage/library/kept") == "song")
        #expect(household.running.count == 4)
    }

    @Test func `Ctrl-C ends everything and leaves no socket`() throws {
        let household = try Household()
        try household.start()
        let pids = household.running.values
        household.interrupt()
        try household.eventually { household.ending != nil }
        #expect(household.ending == .exited(0))
        #expect(pids.count == 4)
        #expect(pids.allSatisfy { !Household.exists($0) })
        #expect(!FileManager().fileExists(atPath: household.home + "/run"))
        #expect(try household.perform("status").status == .exited(3))
        #expect(try Listener.freePort(household.port) == household.port)
    }

    @Test func `two instances live side by side, and the end of one is not the other's`() throws {
        let (one, other) = (try Household(), try Household())
        try one.start()
        try other.start()
        #expect(one.port != other.port)
        #expect(Set(one.running.values).isDisjoint(with: other.running.values))
        _ = try one.sql("CREATE TABLE mine (number integer)")
        #expect(try other.sql("SELECT to_regclass('mine') IS NULL") == "t\n")
        let before = other.running
        one.stop()
        #expect(before.count == 4)
        #expect(other.running == before)
        #expect(before.values.allSatisfy { Household.exists($0) })
    }

    @Test func `a second instance on a port that is taken says which one to take`() throws {
        let (one, other) = (try Household(), try Household())
        other.port = one.port
        try one.start()
        try one.eventually { (try? Listener.freePort(one.port)) == nil }
        let answer = try other.perform("run")
        #expect(answer.status == .exited(1))
        #expect(answer.text.contains("VELODY_PORT="))
        #expect(one.running.count == 4)
    }

    @Test func `a checkout below a directory closed to others works`() throws {
        let household = try Household(isClosed: true)
        try household.start()
        #expect(household.running.count == 4)
    }

    @Test func `a home below a directory closed to others works, or the cure is said`() throws {
        let household = try Household(isClosed: true, isInside: true)
        guard geteuid() == 0 else {
            // Nobody else is involved.
            try household.start()
            #expect(household.running.count == 4)
            return
        }
        let answer = try household.perform("run")
        #expect(answer.status == .exited(1))
        #expect(answer.text.contains("cannot enter"))
        #expect(answer.text.contains("chmod o+x"))
        #expect(answer.text.contains("VELODY_HOME="))
    }

    private func mode(_ household: Household, _ path: String) -> Int? {
        let attributes = try? FileManager().attributesOfItem(atPath: "\(household.home)/\(path)")
        return attributes?[.posixPermissions] as? Int
    }
}
