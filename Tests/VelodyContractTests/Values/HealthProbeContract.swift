import Glibc
import Synchronization
import Testing
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// ``HealthProbe``, on a thread of its own and on the one that tests script.
@Suite struct HealthProbeContract {
    /// Keeps a check hanging until it is opened.
    private final class Gate: Sendable {
        let isOpen = Atomic(false)
    }

    private static let checks = [
        HealthCheck(isPassing: true, detail: "works"),
        HealthCheck(isPassing: false, detail: "broken"),
    ]

    @Test(arguments: checks)
    func `what the check found is told`(check: HealthCheck) throws {
        let probes: [any HealthProbe] = [ScriptedProbe(check), try Probe { { check } }]
        for probe in probes {
            for _ in 1...2 { #expect(probe.result(patience: 30) == check) }
        }
    }

    @Test func `a check that hangs is failing, and what it finds later is told`() throws {
        let gate = Gate()
        let probe = try Probe {
            {
                while !gate.isOpen.load(ordering: .acquiring) { usleep(1_000) }
                return Self.checks[0]
            }
        }
        #expect(!probe.result(patience: 0.01).isPassing)
        gate.isOpen.store(true, ordering: .releasing)
        #expect(probe.result(patience: 30) == Self.checks[0])
    }
}
