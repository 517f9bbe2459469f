import Synchronization
package import VelodyDomain

/// A health probe that answers what a test tells it.
package final class ScriptedProbe: HealthProbe {
    private let check: Mutex<HealthCheck>
    private let patience = Mutex<Double?>(nil)

    package init(_ check: HealthCheck = HealthCheck(isPassing: true, detail: "works")) {
        self.check = Mutex(check)
    }

    /// What it answers from now on.
    package func answer(_ check: HealthCheck) { self.check.withLock { $0 = check } }

    /// How long, in seconds, it was last given.
    package var lastPatience: Double? { patience.withLock { $0 } }

    package func result(patience: Double) -> HealthCheck {
        self.patience.withLock { $0 = patience }
        return check.withLock { $0 }
    }
}
