import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// Crashes at random places: a few with the other tests, and as many as `make crash` is told.
@Suite(.serialized, .instance(environment: CrashScene.environment)) struct CrashRunTests {
    private let instance: RunningInstance
    private let runs: Int
    private let seed: UInt64

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        let environment = ProcessInfo.processInfo.environment
        runs = environment["CRASH_RUNS"].flatMap { Int($0) } ?? 4
        seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
    }

    /// U21, S19, PU4, PU5.
    @Test func `crashes at random places lose nothing and do nothing twice`() throws {
        var dice = SplitMix(state: seed)
        let scene = try CrashScene(instance, seed: seed << 32, isRegular: false)
        var calls: [CrashOperation: [TracedCall]] = [:]
        var tally = Tally()
        for run in 1...runs {
            let operation = CrashOperation.allCases.randomElement(using: &dice) ?? .finalize
            let crash = Crash(scene: scene, operation: operation)
            let isDatabase = Int.random(in: 0..<10, using: &dice) < 3
            var target = Self.databaseTarget(&dice)
            do {
                let known = try calls[operation] ?? crash.rehearse().calls
                calls[operation] = known
                if !isDatabase { target = Self.target(known, &dice) }
                let trace =
                    try isDatabase
                    ? crash.killDatabase(at: target)
                    : crash.killWorker(at: target)
                tally.note(isDatabase ? "database" : operation.thread ?? "admin", trace.isKilled)
            } catch {
                tally.failures += 1
                let victim = isDatabase ? "database" : operation.thread ?? "admin"
                Issue.record(
                    """
                    run \(run) of seed \(seed), \(operation), the \(victim) at \(target.call) \
                    \(target.ordinal): \(error)
                    """)
            }
            if run % 10 == 0 || run == runs { print("crash: \(run) runs, \(tally)") }
            guard tally.failures < 10 else { return }
        }
        // What was left, collecting and sweeping take; then there is nothing to find.
        #expect(try scene.admin(["collect", "--apply", "--unknown"]).status == .exited(0))
        #expect(try scene.admin(["verify"]).status == .exited(0))
    }

    private static func target(_ calls: [TracedCall], _ dice: inout SplitMix) -> Tracer.Target {
        let call = calls.randomElement(using: &dice)
        return Tracer.Target(call: call?.name ?? "sendto", ordinal: call?.ordinal ?? 1)
    }

    /// A write or the flush of its log, or an answer of any of its sessions.
    private static func databaseTarget(_ dice: inout SplitMix) -> Tracer.Target {
        let call = ["pwrite64", "fdatasync", "sendto"].randomElement(using: &dice) ?? "sendto"
        let last = call == "sendto" ? 24 : 4
        return Tracer.Target(call: call, ordinal: Int.random(in: 1...last, using: &dice))
    }

    /// Who was killed, and how often; and in how many runs the place was never reached.
    private struct Tally: CustomStringConvertible {
        var failures = 0
        private var killed: [String: Int] = [:]
        private var unreached = 0

        mutating func note(_ victim: String, _ isKilled: Bool) {
            if isKilled { killed[victim, default: 0] += 1 } else { unreached += 1 }
        }

        var description: String {
            let parts = killed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            return "killed: \(parts.joined(separator: ", ")); place not reached: \(unreached); "
                + "failures: \(failures)"
        }
    }
}
