import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime

/// A worker dies before each step of each operation, and nothing is lost or done twice.
@Suite(.serialized, .instance(environment: CrashScene.environment)) struct CrashTests {
    private let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    /// U21, S19.
    @Test(arguments: CrashOperation.allCases)
    func `whoever is killed before any step, nothing is lost and all goes on`(
        operation: CrashOperation
    ) throws {
        let scene = try CrashScene(instance, seed: operation.seed, isRegular: true)
        let crash = Crash(scene: scene, operation: operation)
        let base = operation == .backup ? scene.backups : scene.root
        let steps = try crash.rehearse().steps(below: base)
        #expect(steps.map(\.name) == CrashPoints.of(operation))
        for (number, step) in steps.enumerated() where CrashPoints.isDue(number) {
            let trace = try crash.killWorker(
                at: Tracer.Target(call: step.call.name, ordinal: step.call.ordinal))
            // Not the trace itself, which would be told with all its calls.
            let isKilled = trace.isKilled
            #expect(isKilled, "\(step.name)")
            let last = trace.steps(below: base).last?.name
            #expect(last == step.name)
        }
    }

    /// Steps are counted: a directory that two songs share is made once, and all after it comes earlier.
    @Test func `songs that are drawn before any is uploaded share no directory`() throws {
        let scene = try CrashScene(instance, seed: 8_900_000, isRegular: true)
        let library = try FileManager().contentsOfDirectory(atPath: scene.root + "/library/audio")
        let buckets = try (0..<(256 - library.count) / 2).map { _ in
            OpenSSLCryptography().sha256(try scene.bytes(for: .backup)).hex.prefix(2)
        }
        #expect(Set(buckets).count == buckets.count)
    }
}
