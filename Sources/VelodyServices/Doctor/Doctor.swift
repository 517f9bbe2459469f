package import VelodyDomain

/// Judges an installation by what its machine and its database show.
package struct Doctor: Sendable {
    /// What the installation should be.
    package struct Plan: Sendable {
        /// The version of the programs.
        package var version: String
        /// The newest migration that they need.
        package var schemaVersion: Int
        package var storageRoot: String
        /// What stays free on its disk, in bytes.
        package var reserveBytes: Int64
        package var uploadThreads: Int
        /// How many connections the server may have to the database at once.
        package var connections: Int

        package init(
            version: String, schemaVersion: Int, storageRoot: String, reserveBytes: Int64,
            uploadThreads: Int, connections: Int
        ) {
            self.version = version
            self.schemaVersion = schemaVersion
            self.storageRoot = storageRoot
            self.reserveBytes = reserveBytes
            self.uploadThreads = uploadThreads
            self.connections = connections
        }
    }

    let plan: Plan
    let host: HostFacts
    let database: Result<DatabaseFacts, StoreError>
    let doubt: StorageDoubt?

    /// Compares what should be with what is; `doubt` is why the library's storage may not be used, nil
    /// where it may, or where that is not known.
    package init(
        plan: Plan, host: HostFacts, database: Result<DatabaseFacts, StoreError>,
        doubt: StorageDoubt?
    ) {
        self.plan = plan
        self.host = host
        self.database = database
        self.doubt = doubt
    }

    /// Everything that was looked at, in the order in which an owner would mend it.
    package func examine() -> [Diagnosis] {
        [settingsFile, storageRoot] + storageAccess + [disk, clock] + databaseDiagnoses
            + [webServerVersion, webServerTest] + site + sockets + [server, certificate]
    }

    private var settingsFile: Diagnosis {
        guard let file = host.settingsFile else {
            return .unseen(
                "settings", "No file with settings is named.",
                "Set VELODY_ENV_FILE, or let velody-admin of the package do it.")
        }
        guard file.mode & 0o027 == 0 else {
            return .wrong(
                "settings", "\(file.path) holds secrets, and its mode is \(file.octal).",
                "chmod 0640 \(file.path), then change DEVICE_BOOTSTRAP_SECRET: others could read it."
            )
        }
        return .fine("settings", "\(file.path) is for its owner and the server only.")
    }

    private var disk: Diagnosis {
        guard let free = host.freeBytes else {
            return .unseen("disk", "The disk of the storage cannot be seen.", "Is it mounted?")
        }
        let text = "\(free / 1_000_000) MB are free; \(plan.reserveBytes / 1_000_000) MB stay so."
        if free <= plan.reserveBytes {
            return .wrong(
                "disk", "Uploads are refused: \(text)",
                "Make room, or velody-admin collect --apply, or lower STORAGE_RESERVE_BYTES.")
        }
        if free < plan.reserveBytes.multipliedReportingOverflow(by: 3).partialValue {
            return .doubtful("disk", "The disk is nearly full: \(text)", "Make room soon.")
        }
        return .fine("disk", text)
    }

    private var certificate: Diagnosis {
        let remedy =
            "certbot renew says why it was not renewed; or velody-setup with another certificate."
        guard let end = host.certificateEnd else {
            return .unseen("certificate", "nginx shows no certificate.", "See to nginx first.")
        }
        let days = (end.microseconds - host.now.microseconds) / 86_400_000_000
        if end <= host.now {
            return .wrong("certificate", "The certificate ended \(end.rfc3339).", remedy)
        }
        if days < 14 {
            return .doubtful(
                "certificate", "The certificate ends in \(days) days, \(end.rfc3339).", remedy)
        }
        return .fine("certificate", "The certificate is good for \(days) days.")
    }
}
