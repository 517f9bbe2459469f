import VelodyCrypto
import VelodyDomain
import VelodyRuntime

/// A lock of the database that the server waits for until this goes: a session with `psql` has it.
final class HeldLock {
    private var client: ChildProcess
    private var lifeline: OwnedDescriptor?

    /// Nobody publishes this content; the server waits for that for half a minute.
    convenience init(ofContent bytes: [UInt8], on instance: RunningInstance) throws {
        let hash = OpenSSLCryptography().sha256(bytes)
        let key = hash.bytes.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        try self.init(
            "SELECT pg_advisory_lock(\(key));\n",
            """
            locktype = 'advisory' AND objsubid = 1
            AND classid::bigint << 32 | objid::bigint = \(key)
            """, on: instance)
    }

    /// Nobody reads or writes this table; the server waits for that for as long as for a statement.
    convenience init(ofTable name: String, on instance: RunningInstance) throws {
        try self.init(
            "BEGIN; LOCK TABLE \(name);\n",
            "relation = '\(name)'::regclass AND mode = 'AccessExclusiveLock'", on: instance)
    }

    /// Waits until the lock is held, as `condition` says of `pg_locks`.
    private init(_ statement: String, _ condition: String, on instance: RunningInstance) throws {
        let input = try OwnedDescriptor.pipe()
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        var command = Command("psql", ["-X", "-q", instance.ownerDatabaseURL])
        command.descriptors = [0: input.reader.number, 1: nothing.number, 2: 2]
        client = try command.spawn()
        let writer = input.keepWriter()
        writer.write(Array(statement.utf8))
        lifeline = consume writer
        let isHeld = "SELECT count(*) FROM pg_locks WHERE granted AND \(condition)"
        let held = try instance.eventually { try instance.sql(isHeld) == "1\n" ? true : nil }
        guard held == true else { throw InstanceLaunch.Failure(description: "no lock") }
    }

    deinit { release() }

    /// Lets all go on.
    func release() {
        lifeline = nil
        _ = client.wait()
    }
}
