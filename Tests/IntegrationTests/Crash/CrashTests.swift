import FoundationEssentials
import Testing
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
            #expect(trace.isKilled, "\(step.name)")
            #expect(trace.steps(below: base).last?.name == step.name)
        }
    }
}
