import FoundationEssentials
import VelodyRuntime

/// Brings one instance up in a directory of its own, from the programs beside the tests.
struct InstanceLaunch: Sendable {
    /// Why there is no instance.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let home: String
    private let port: UInt16
    private let environment: [String: String]
    private let disks: [String: Int]

    init(environment: [String: String], disks: [String: Int] = [:]) throws {
        home = "/tmp/velody-test-\(UUID().uuidString.prefix(8))"
        port = try Listener.freePort()
        self.environment = environment
        self.disks = disks
        let access: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        try FileManager().createDirectory(
            atPath: home, withIntermediateDirectories: true, attributes: access)
    }

    /// Starts the supervisor on a lifeline; its words go to `supervisor.log`.
    func start(lifeline: Int32) throws -> ChildProcess {
        let log = try OwnedDescriptor.appending(to: home + "/supervisor.log")
        var surroundings = ProcessInfo.processInfo.environment
        surroundings["STORAGE_RESERVE_BYTES"] = "1048576"
        surroundings["LOG_LEVEL"] = "info"
        // Tests are many clients at one address.
        for name in ["STRANGERS_PER_MINUTE", "DEVICE_RATE", "ADDRESS_RATE", "OVERALL_RATE"] {
            surroundings[name] = "100000"
        }
        surroundings["VELODY_PORT"] = String(port)
        surroundings.merge(environment) { _, given in given }
        var command = onSmallDisks([
            Self.binaries + "/velody-instance", "run", "--lifeline", "--quiet", "--home", home,
            "--sources", Self.checkout,
        ])
        command.environment = surroundings
        command.descriptors = [0: lifeline, 1: log.number, 2: log.number]
        command.leadsGroup = true
        return try command.spawn()
    }

    /// Puts directories of the home on file systems of their own.
    ///
    /// They are mounted in a namespace of the instance's processes, and go with the last of them.
    private func onSmallDisks(_ words: [String]) -> Command {
        guard !disks.isEmpty else { return Command(words[0], Array(words.dropFirst())) }
        let mount = #"""
            while [ "$1" != -- ]; do
                mkdir -m 755 "$0/$1" && mount -t tmpfs -o size="$2"m tmpfs "$0/$1" || exit 1
                shift 2
            done
            shift && exec "$@"
            """#
        let sizes = disks.flatMap { [$0.key, String($0.value)] } + ["--"]
        return Command(
            "unshare",
            ["--mount", "--propagation", "private", "sh", "-c", mount, home] + sizes + words)
    }

    /// Runs the instance for as long as `body` takes, and stops it.
    func run(_ body: (RunningInstance) throws -> Void) throws {
        let pipe = try OwnedDescriptor.pipe()
        var supervisor = try start(lifeline: pipe.reader.number)
        let lifeline = pipe.keepWriter()
        let result = Result { try body(awaitAnswer(of: &supervisor)) }
        supervisor.kill()
        let status = supervisor.wait()
        extendLifetime(lifeline)
        try result.get()
        guard status.isSuccess else { throw Failure(description: "the supervisor: \(status)") }
    }

    /// Waits until the API itself answers anything; nginx alone answers 502 or 504.
    func awaitAnswer(of supervisor: inout ChildProcess) throws -> RunningInstance {
        let deadline = ContinuousClock.now + .seconds(300)
        while ContinuousClock.now < deadline {
            if let status = supervisor.exitStatus() {
                throw Failure(description: "the instance ended: \(status)\n\(logs())")
            }
            let instance = RunningInstance(home: home)
            if instance.pids()["nginx"] != nil,
                let answer = try? instance.http("GET", "/api/v1/health"),
                ![502, 504].contains(answer.status)
            {
                return instance
            }
            ProcessEvents.pause(milliseconds: 50)
        }
        throw Failure(description: "the API does not answer\n\(logs())")
    }

    /// Removes everything the instance wrote.
    func removeHome() {
        try? FileManager().removeItem(atPath: home)
    }

    private func logs() -> String {
        ["supervisor.log", "log/velody-server.log", "log/nginx.log", "log/postgres.log"].map {
            let text = FileManager().contents(atPath: "\(home)/\($0)") ?? Data()
            return "== \($0)\n" + String(decoding: text.suffix(2_000), as: UTF8.self)
        }.joined(separator: "\n")
    }

    /// The checkout this file was compiled from.
    static let checkout = #filePath.split(separator: "/").dropLast(4)
        .reduce("") { $0 + "/" + $1 }

    /// The directory of the built programs: the tests lie beside them.
    static let binaries =
        ((try? FileManager().destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "")
        .split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
}
