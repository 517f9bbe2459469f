import FoundationEssentials
import VelodyRuntime

/// A private instance whose server is a stand-in: a shell that sleeps, or says that it will not.
///
/// PostgreSQL and nginx are the real ones. It hangs on a lifeline, so nothing outlives the tests.
final class Household {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let home: String
    private let binaries: String
    private let sources: String
    private var supervisor: ChildProcess?
    private var lifeline: OwnedDescriptor?

    private let parent: String

    /// What is set when it is started.
    var surroundings: [String: String] = [:]

    /// `name` is that of the home; `depth` makes it longer by that many bytes.
    ///
    /// `isClosed` lets nobody else into the checkout's parent; with `isInside` the home is there too.
    init(
        name: String = "home", depth: Int = 0, isClosed: Bool = false, isInside: Bool = false
    ) throws {
        parent = "/tmp/velody-test-\(UUID().uuidString.prefix(8))"
        let closed = parent + "/closed"
        home = (isInside ? closed : parent) + "/" + name + String(repeating: "x", count: depth)
        binaries = closed + "/built"
        sources = closed + "/sources"
        let files = FileManager()
        for path in [parent, home, binaries, sources + "/sql", sources + "/docs"] {
            try files.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755])
        }
        let access = [FileAttributeKey.posixPermissions: isClosed ? 0o700 : 0o755]
        try files.setAttributes(access, ofItemAtPath: closed)
        let checkout = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
        for path in ["/nginx", "/docs/openapi.yaml"] {
            try files.copyItem(atPath: checkout + path, toPath: sources + path)
        }
        // By another process: one that is being written here cannot be run while a child of some
        // other test still holds the descriptor (ETXTBSY).
        _ = try Command("cp", [Self.built + "/velody-instance", program]).output()
        try setServer("env > /dev/null; exec sleep 600")
        for name in ["velody-inspect", "velody-admin"] {
            try script("exit 0", at: "\(binaries)/\(name)")
        }
        try script(#"exec psql -X -q -c "SELECT 1" "$1""#, at: sources + "/sql/migrate")
    }

    deinit {
        stop()
        try? FileManager().removeItem(atPath: parent)
    }

    /// Replaces the stand-in that the next installation takes.
    func setServer(_ body: String) throws { try script(body, at: binaries + "/velody-server") }

    /// Starts the supervisor and waits until all three processes run.
    func start() throws {
        let pipe = try OwnedDescriptor.pipe()
        let log = try OwnedDescriptor.appending(to: home + "/words.log")
        var command = instance("run", ["--lifeline", "--quiet"])
        command.descriptors = [0: pipe.reader.number, 1: log.number, 2: log.number]
        command.leadsGroup = true
        supervisor = try command.spawn()
        lifeline = pipe.keepWriter()
        try eventually { self.running["nginx"] != nil || self.supervisor?.exitStatus() != nil }
    }

    /// How the supervisor ended, once it has.
    var ending: ExitStatus? { supervisor?.exitStatus() }

    /// Lets go of the lifeline.
    func dropLifeline() { lifeline = nil }

    /// What a terminal does at Ctrl-C: a signal to every process of the foreground group.
    func interrupt() { supervisor?.kill(2, wholeGroup: true) }

    /// The supervisor dies without a chance to stop anything.
    func killSupervisor() { supervisor?.kill(9) }

    /// Ends the instance and waits for it.
    func stop() {
        supervisor?.kill(15)
        _ = supervisor?.wait()
        supervisor = nil
        lifeline = nil
    }

    /// Runs a sub-command, at most for a minute, and returns what it printed and how it ended.
    func perform(_ name: String) throws -> Command.Output {
        var command = instance(name, ["--quiet"])
        command.arguments = ["60", command.executable] + command.arguments
        command.executable = "timeout"
        command.descriptors[2] = -1
        return try command.output()
    }

    /// The numbers of the processes that the supervisor calls running.
    var running: [String: Int32] {
        let lines = text("status").split(separator: "\n").map { $0.split(separator: " ") }
        let pairs = lines.filter { $0.count == 3 && $0[2] == "running" }
            .compactMap { words in Int32(words[1]).map { (String(words[0]), $0) } }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The text of a file in the home; empty when there is none.
    func text(_ name: String) -> String {
        String(decoding: FileManager().contents(atPath: home + "/" + name) ?? Data(), as: UTF8.self)
    }

    /// Runs SQL as the owner of the database and returns what it printed.
    func sql(_ statement: String) throws -> String {
        let lines = text("instance.env").split(separator: "\n")
        let url = lines.first { $0.hasPrefix("DATABASE_OWNER_URL=") }?.split(
            separator: "=", maxSplits: 1
        ).last.map(String.init)
        return try Command("psql", ["-X", "-A", "-t", "-q", url ?? "", "-c", statement])
            .output().text
    }

    /// Asks until it is so; throws, with the supervisor's words, when it does not come true.
    func eventually(within seconds: Int = 60, _ isSo: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !isSo() {
            guard ContinuousClock.now < deadline else {
                throw Failure(description: text("words.log"))
            }
            ProcessEvents.pause(milliseconds: 20)
        }
    }

    /// Whether a process of this number exists.
    static func exists(_ pid: Int32) -> Bool {
        FileManager().fileExists(atPath: "/proc/\(pid)/exe")
    }

    private var program: String { binaries + "/velody-instance" }
    lazy var port = (try? Listener.freePort()) ?? 0

    private func instance(_ name: String, _ flags: [String]) -> Command {
        var environment = ProcessInfo.processInfo.environment.merging(surroundings) { $1 }
        environment["VELODY_HOME"] = home
        environment["VELODY_PORT"] = String(port)
        return Command(program, [name, "--sources", sources] + flags, environment: environment)
    }

    private func script(_ body: String, at path: String) throws {
        try Data("#!/bin/sh\n\(body)\n".utf8).write(to: URL(filePath: path))
        try FileManager().setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private static var built: String {
        let program = (try? FileManager().destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return program.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    }
}
