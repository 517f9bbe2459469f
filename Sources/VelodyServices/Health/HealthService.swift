package import VelodyDomain

/// Says whether the server can do its work.
///
/// Thread safe; never waits longer than its patience.
package struct HealthService: Sendable {
    /// What is told of the server's health.
    package struct Report: Sendable {
        package let database: HealthCheck
        package let storage: HealthCheck
        package let schema: HealthCheck
        package let schemaVersion: Int?
        /// How many files were found missing or damaged; nil where that is not known.
        package let damagedBlobs: Int?
        /// How long the room lasts, as surveyed last; nil where that is not known.
        package let capacity: Capacity?

        /// Whether every check passed.
        package var isPassing: Bool {
            database.isPassing && storage.isPassing && schema.isPassing
        }
    }

    /// In seconds.
    ///
    /// The whole answer is due within 2 s; two probes and the look-up of a token share that. What the
    /// database leaves of it is the storage's: a disk that writes back what others wrote takes a while.
    private static let (databasePatience, patience) = (0.7, 1.2)

    private let database: any HealthProbe
    private let storage: any HealthProbe
    private let vitals: LibraryVitals
    private let requiredSchema: Int

    /// `requiredSchema` is the newest migration this program knows and needs.
    package init(
        database: any HealthProbe, storage: any HealthProbe, vitals: LibraryVitals,
        requiredSchema: Int
    ) {
        self.database = database
        self.storage = storage
        self.vitals = vitals
        self.requiredSchema = requiredSchema
    }

    /// The state of everything, at most about a second old.
    package func report() -> Report {
        let begin = ContinuousClock.now
        // Whether songs are expected of the storage, only the database can say: it is asked first
        // until it has answered once.
        let first =
            vitals.reading == nil ? database.result(patience: Self.databasePatience) : nil
        // Begins the check, which runs while the database is waited for.
        _ = storage.result(patience: 0)
        let database = first ?? database.result(patience: Self.databasePatience)
        let storage = storage.result(patience: Self.patience - (.now - begin) / .seconds(1))
        let reading = vitals.reading
        return Report(
            database: database, storage: storage, schema: schema(reading?.schemaVersion),
            schemaVersion: reading?.schemaVersion, damagedBlobs: reading?.damagedBlobs,
            capacity: vitals.capacity)
    }

    private func schema(_ version: Int?) -> HealthCheck {
        guard let version else {
            return HealthCheck(isPassing: false, detail: "unknown")
        }
        guard version >= requiredSchema else {
            return HealthCheck(
                isPassing: false,
                detail: "migration \(version) is applied, \(requiredSchema) is needed")
        }
        return HealthCheck(isPassing: true, detail: "migration \(version)")
    }
}
