import VelodyCrypto
import VelodyDomain
import VelodyRuntime

/// A content that nobody publishes until this goes: a session with `psql` has its lock.
///
/// The server waits for that lock for half a minute.
final class HeldContent {
    private var client: ChildProcess
    private var lifeline: OwnedDescriptor?

    /// Waits until the lock is held.
    init(_ bytes: [UInt8], on instance: RunningInstance) throws {
        let hash = OpenSSLCryptography().sha256(bytes)
        let key = hash.bytes.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let input = try OwnedDescriptor.pipe()
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        var command = Command("psql", ["-X", "-q", instance.ownerDatabaseURL])
        command.descriptors = [0: input.reader.number, 1: nothing.number, 2: 2]
        client = try command.spawn()
        let writer = input.keepWriter()
        writer.write(Array("SELECT pg_advisory_lock(\(key));\n".utf8))
        lifeline = consume writer
        let isHeld = """
            SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted
              AND objsubid = 1 AND classid::bigint << 32 | objid::bigint = \(key)
            """
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
