import Synchronization

/// The connections whose requests are being worked on.
///
/// Thread safe. Each thread that serves has a place of its own, which it enters and leaves without waiting
/// for the others.
final class RunningExchanges: Sendable {
    /// Where one thread says what it works on.
    final class Place: Sendable {
        private let connection = Mutex<ConnectionInterrupter?>(nil)

        /// Works on a connection's request from now on; nil when it is done.
        func set(_ connection: ConnectionInterrupter?) {
            self.connection.withLock { $0 = connection }
        }

        fileprivate func interrupt() { connection.withLock { $0 }?.interrupt() }
    }

    private let places = Mutex<[Place]>([])

    /// Makes the place of a thread that begins to serve, for as long as the server lives.
    func addPlace() -> Place {
        let place = Place()
        places.withLock { $0.append(place) }
        return place
    }

    /// Cuts all of their bodies short.
    func interrupt() {
        for place in places.withLock({ $0 }) { place.interrupt() }
    }
}
