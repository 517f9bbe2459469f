import Synchronization

/// The connections whose requests are being worked on.
///
/// Thread safe.
final class RunningExchanges: Sendable {
    private let connections = Mutex<[ObjectIdentifier: ConnectionInterrupter]>([:])

    func begin(_ connection: ConnectionInterrupter) {
        connections.withLock { $0[ObjectIdentifier(connection)] = connection }
    }

    func end(_ connection: ConnectionInterrupter) {
        connections.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    /// Cuts all of their bodies short.
    func interrupt() {
        for connection in connections.withLock({ Array($0.values) }) { connection.interrupt() }
    }
}
