import FoundationEssentials
import Glibc
import VelodyRuntime

/// `strace` on one thread: it tells the thread's system calls, and may kill the process at one.
///
/// The process is killed as the thread enters the call, which is then not made. What a kill after a
/// call would leave is left by a kill before the next one. Nothing of this is in the product.
struct Tracer: ~Copyable {
    /// Where to kill.
    struct Target: Sendable {
        let call: String
        let ordinal: Int
    }

    /// What may change something that lasts, or tells somebody that it has.
    private static let calls = [
        "openat", "write", "pwrite64", "ftruncate", "fchmod", "fdatasync", "fsync", "syncfs",
        "mkdir", "rmdir", "rename", "link", "unlink", "sendto",
    ]

    private let log: String
    private var process: ChildProcess

    /// Watches threads that run already; `follows` their children too.
    init(
        _ instance: RunningInstance, threads: [Int32], killing target: Target? = nil,
        follows: Bool = false
    ) throws {
        let selection = threads.flatMap { ["-p", String($0)] } + (follows ? ["-f"] : [])
        try self.init(instance, killing: target, selection)
        let end = ContinuousClock.now + .seconds(20)
        while !threads.allSatisfy(Self.isTraced), ContinuousClock.now < end {
            ProcessEvents.pause(milliseconds: 2)
        }
    }

    /// Watches a command from its start.
    init(_ instance: RunningInstance, command: [String], killing target: Target? = nil) throws {
        try self.init(instance, killing: target, ["--"] + command)
    }

    private init(
        _ instance: RunningInstance, killing target: Target?, _ selection: [String]
    ) throws {
        log = "\(instance.home)/trace-\(UUID().uuidString)"
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        var words = ["-y", "-s", "16384", "-o", log, "-e"]
        words.append("trace=" + Self.calls.joined(separator: ","))
        if let target {
            words += ["-e", "inject=\(target.call):signal=KILL:when=\(target.ordinal)"]
        }
        process = try Command(
            "strace", words + selection, descriptors: [1: nothing.number, 2: nothing.number]
        ).spawn()
    }

    /// Ends the watching, and returns what was seen, and whether the process was killed.
    consuming func end() -> Trace {
        process.kill(SIGINT)
        return finish()
    }

    /// Waits until what is watched has ended.
    consuming func finish() -> Trace {
        _ = process.wait()
        let text = FileManager().contents(atPath: log) ?? Data()
        try? FileManager().removeItem(atPath: log)
        return Trace(text: String(decoding: text, as: UTF8.self))
    }

    private static func isTraced(_ thread: Int32) -> Bool {
        let status = FileManager().contents(atPath: "/proc/\(thread)/status") ?? Data()
        return !String(decoding: status, as: UTF8.self).contains("TracerPid:\t0\n")
    }
}

/// What a tracer saw.
struct Trace: Sendable {
    /// In the order in which they were made.
    let calls: [TracedCall]
    /// Whether the process was killed at the last of them.
    let isKilled: Bool

    init(text: String) {
        var counts: [String: Int] = [:]
        calls = text.split(separator: "\n").compactMap { line in
            TracedCall(line: line.drop { $0.isNumber || $0 == " " }, counting: &counts)
        }
        // The end itself may come after the tracer's.
        isKilled = text.contains("+++ killed by SIGKILL +++") || text.contains(" = ?\n")
    }

    /// The steps that last, each once, in order, and the call that each begins with.
    func steps(below root: String) -> [(name: String, call: TracedCall)] {
        var statements: [String: String] = [:]
        var found: [(name: String, call: TracedCall)] = []
        var times: [String: Int] = [:]
        var last: String?
        var isInTransaction = false
        for call in calls {
            if call.begins(statements) { isInTransaction = true }
            guard let name = call.step(below: root, &statements), name != last else { continue }
            // What a transaction does lasts with its COMMIT only.
            if isInTransaction, call.name == "sendto", name != "COMMIT" { continue }
            isInTransaction = isInTransaction && name != "COMMIT"
            last = name
            times[name, default: 0] += 1
            let time = times[name] ?? 1
            found.append((time == 1 ? name : "\(name) (\(time))", call))
        }
        return found
    }
}
