import Synchronization
package import VelodyDomain

/// A health probe that answers what a test tells it.
package final class ScriptedProbe: HealthProbe {
    private let check: Mutex<HealthCheck>

    package init(_ check: HealthCheck = HealthCheck(isPassing: true, detail: "works")) {
        self.check = Mutex(check)
    }

    /// What it answers from now on.
    package func answer(_ check: HealthCheck) { self.check.withLock { $0 = check } }

    package func result(patience: Double) -> HealthCheck { check.withLock { $0 } }
}
