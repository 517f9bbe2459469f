/// What a machine shows of the installation on it; nil is what could not be seen.
package struct HostFacts: Equatable, Sendable {
    /// How the server answers, asked the way clients ask it.
    package struct Answer: Equatable, Sendable {
        /// The HTTP status; 0 where nobody answered.
        package var status: Int
        /// The version of the server that answered.
        package var version: String?

        package init(status: Int, version: String?) {
            self.status = status
            self.version = version
        }
    }

    /// What nginx shows.
    package struct WebServer: Equatable, Sendable {
        /// Such as `1.22.1`.
        package var version: String?
        /// What `nginx -t` wrote.
        package var test: String?
        /// Where the enabled site is expected.
        package var sitePath: String
        /// What the enabled site says.
        package var site: String?
        /// The user that its workers run as.
        package var user: String
        /// The groups of that user.
        package var groups: [String]?

        package init(sitePath: String, user: String) {
            self.sitePath = sitePath
            self.user = user
        }
    }

    /// The time by the machine's clock.
    package var now: Timestamp
    /// The file with the settings and their secrets.
    package var settingsFile: FileAccess?
    /// The storage root and the directories below it, as far as they are there.
    package var storage: [FileAccess] = []
    /// Whether the storage root is one.
    package var isStorageMarked = false
    /// Which storage it is; nil where that cannot be read, or it was never told apart from others.
    package var storageID: StorageID?
    /// What is free on the storage's disk for the server's user, in bytes.
    package var freeBytes: Int64?
    package var webServer: WebServer
    /// Whether somebody listens, by the paths of the sockets that nginx passes requests to.
    package var sockets: [String: Bool] = [:]
    package var answer: Answer?
    /// When the certificate that is served ends.
    package var certificateEnd: Timestamp?
    /// Whether the clock follows others (NTP).
    package var isClockSynchronized: Bool?
    /// The machine's memory, in bytes.
    package var memoryBytes: Int64?

    package init(now: Timestamp, webServer: WebServer) {
        self.now = now
        self.webServer = webServer
    }
}
