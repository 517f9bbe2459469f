import VelodyFastCGI
import VelodyPostgres

/// Rings for the waiter when the database says that events were committed.
final class EventBell: Bell {
    private let listener: PostgresEventListener

    init(_ listener: PostgresEventListener) { self.listener = listener }

    var descriptor: Int32? { listener.descriptor }

    func hasRung() -> Bool { listener.hasHeard() }
}
