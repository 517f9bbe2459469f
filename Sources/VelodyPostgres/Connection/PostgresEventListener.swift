import VelodyDomain

/// Hears that events were committed, over a connection of its own.
///
/// Confined to the thread that made it. A notification is only a hint: several may be one, and those
/// sent while nobody listened are lost. So what it says is only that reading is due.
package final class PostgresEventListener {
    private let conninfo: String
    private let link = Link()

    /// The connection while there is one; a class, since a copyable object must hold it.
    private final class Link {
        var connection: Connection?
    }

    /// `conninfo` is a libpq URL or connection string; connecting waits until the first question.
    package init(_ conninfo: String) { self.conninfo = conninfo }

    /// For poll(2): readable when something was heard, or the connection lost.
    ///
    /// Nil while it does not listen.
    package var descriptor: Int32? { link.connection?.descriptor }

    /// Whether events may have come since the last call; listens, if it does not yet.
    ///
    /// True whenever it did not listen all the time since the last call. Blocks for at most 2 s.
    package func hasHeard() -> Bool {
        if link.connection != nil, let heard = link.connection?.takeNotifications() {
            return heard
        }
        link.connection = nil
        // What the connection was lost for is for the readers to find out.
        try? listen()
        return true
    }

    private func listen() throws(PostgresError) {
        let deadline = Deadline(seconds: 2)
        let connection = try Connection.open(conninfo, deadline: deadline)
        try connection.execute("LISTEN velody_events", deadline: deadline)
        link.connection = consume connection
    }
}
