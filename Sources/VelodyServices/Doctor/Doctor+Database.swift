import VelodyDomain

/// The database, and the clocks.
extension Doctor {
    /// PostgreSQL 15, as it counts.
    private static let oldestDatabase = 150_000
    /// How far two clocks may be apart, in microseconds.
    private static let clockTolerance: Int64 = 2_000_000
    /// More memory than this a library of a million songs does not use, in bytes.
    private static let usefulCache: Int64 = 1 << 30

    var clock: Diagnosis {
        if case .success(let facts) = database,
            abs(facts.now.microseconds - host.now.microseconds) > Self.clockTolerance
        {
            return .wrong(
                "clock", "It is \(host.now.rfc3339) here and \(facts.now.rfc3339) in the database.",
                "Let both follow the same time: apt install systemd-timesyncd")
        }
        switch host.isClockSynchronized {
        case true?: return .fine("clock", "The clock follows others.")
        case false?:
            return .doubtful(
                "clock", "The clock follows no other (it says \(host.now.rfc3339)).",
                "apt install systemd-timesyncd; timedatectl set-ntp true")
        case nil:
            return .unseen(
                "clock", "Whether the clock follows others cannot be seen.",
                "Compare: it is \(host.now.rfc3339).")
        }
    }

    var databaseDiagnoses: [Diagnosis] {
        switch database {
        case .success(let facts):
            [
                databaseVersion(facts), schema(facts), durability(facts), connections(facts),
                cache(facts),
            ]
        case .failure(let error):
            [
                .wrong(
                    "database", "The database does not answer (\(error.diagnostic)).",
                    "systemctl status postgresql, pg_lsclusters; is DATABASE_URL right?")
            ]
        }
    }

    private func databaseVersion(_ facts: DatabaseFacts) -> Diagnosis {
        let text = "\(facts.version / 10_000).\(facts.version % 10_000)"
        guard facts.version >= Self.oldestDatabase else {
            return .wrong("database", "PostgreSQL is \(text); 15 is needed.", "pg_upgradecluster")
        }
        return .fine("database", "PostgreSQL \(text) answers.")
    }

    private func schema(_ facts: DatabaseFacts) -> Diagnosis {
        let (found, needed) = (facts.schemaVersion, plan.schemaVersion)
        if found < needed {
            return .wrong(
                "schema", "The database is at migration \(found); \(needed) is needed.",
                "velody-setup --upgrade")
        }
        if found > needed {
            return .doubtful(
                "schema", "The database is at migration \(found), these programs know \(needed).",
                "Use the newer version again: older ones are not tested with this database.")
        }
        return .fine("schema", "The database is at migration \(found).")
    }

    /// What makes an acknowledged song survive a power cut.
    private func durability(_ facts: DatabaseFacts) -> Diagnosis {
        let off = ["fsync", "full_page_writes", "synchronous_commit"].filter {
            facts.settings[$0] == "off"
        }
        guard off.isEmpty else {
            return .wrong(
                "durability",
                "PostgreSQL may lose what was acknowledged: \(off.joined(separator: ", ")) off.",
                "Turn on in postgresql.conf, then systemctl reload postgresql")
        }
        return .fine("durability", "PostgreSQL keeps through a power cut what it acknowledged.")
    }

    private func connections(_ facts: DatabaseFacts) -> Diagnosis {
        let most = facts.settings["max_connections"].flatMap { Int($0) } ?? 0
        let reserved = facts.settings["superuser_reserved_connections"].flatMap { Int($0) } ?? 0
        let text = "The server may need \(plan.connections) connections"
        guard most - reserved >= plan.connections else {
            return .wrong(
                "connections", "\(text), PostgreSQL allows \(most - reserved).",
                "Raise max_connections in postgresql.conf, or lower API_THREADS and UPLOAD_THREADS")
        }
        return .fine("connections", "\(text) of \(most - reserved).")
    }

    /// Lists and searches read from all over their tables: what is in PostgreSQL's own memory comes at once.
    private func cache(_ facts: DatabaseFacts) -> Diagnosis {
        let text = """
            PostgreSQL keeps \(facts.cache >> 20) MB of \(facts.size >> 20) MB in memory
            """
        let affordable = min((host.memoryBytes ?? 0) / 8, facts.size, Self.usefulCache)
        guard facts.cache < affordable / 2 else { return .fine("database-memory", "\(text).") }
        return .doubtful(
            "database-memory", "\(text): lists and searches take longer than they need.",
            "Set shared_buffers = \(affordable >> 20)MB in postgresql.conf, then restart postgresql"
        )
    }
}
