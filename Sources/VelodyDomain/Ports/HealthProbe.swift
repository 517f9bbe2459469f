/// One thing that must work for the server to work, tried again and again on a thread of its own.
package protocol HealthProbe: Sendable {
    /// A result at most about a second old; what hangs longer than `patience` seconds is failing.
    func result(patience: Double) -> HealthCheck
}

/// How one probe went.
package struct HealthCheck: Sendable, Equatable {
    package let isPassing: Bool
    /// For the owner: what was found, or what is wrong.
    package let detail: String

    package init(isPassing: Bool, detail: String) {
        self.isPassing = isPassing
        self.detail = detail
    }
}
