import Glibc
package import VelodyDomain

/// `pg_dump`, `pg_restore` and `psql`, as child processes.
///
/// Confined to one thread. Whom they connect to travels in their environment: arguments can be read
/// by everyone.
package struct PostgresPrograms: DatabaseDumps {
    private let backup: [String: String]
    private let owner: [String: String]

    /// The whole environments of the programs that read the database, and that fill it.
    package init(backup: [String: String], owner: [String: String]) {
        self.backup = backup
        self.owner = owner
    }

    package func write(_ snapshot: String, to path: String) throws(DumpError) {
        // It is synced by pg_dump itself.
        try run(
            "pg_dump",
            [
                "--format=custom", "--snapshot=\(snapshot)", "--no-password",
                "--lock-wait-timeout=30000", "--file=\(path)",
            ], backup)
    }

    package func check(_ path: String) throws(DumpError) {
        // Converted whole, for the list of contents alone says nothing about the rows.
        try run("pg_restore", ["--list", path], backup)
        try run("pg_restore", ["--file=/dev/null", path], backup)
    }

    package func restore(
        _ path: String, scratch: String, storage: StorageID
    ) throws(DumpError) {
        defer { unsafe unlink(scratch) }
        try run(
            "pg_restore",
            ["--no-comments", "--role=velody_owner", "--file=\(scratch)", path], owner)
        try run(
            "psql",
            [
                "-X", "-q", "-w", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=terse",
                "-v", "SHOW_CONTEXT=never", "--single-transaction", "-c", RestoreScript.before,
                "-f", scratch, "-c", RestoreScript.after(in: storage),
            ], owner)
    }

    /// Runs a program to its end; throws what it said last.
    private func run(
        _ program: String, _ words: [String], _ environment: [String: String]
    ) throws(DumpError) {
        var command = Command(program, words, environment: environment)
        command.descriptors[2] = -1
        let output: Command.Output
        do { output = try command.output() } catch {
            throw DumpError(.noProgram, error.diagnostic)
        }
        guard !output.status.isSuccess else { return }
        let said = output.text.split(separator: "\n").filter {
            $0.contains("rror") || $0.contains("FATAL")
        }
        throw DumpError(
            Self.code(program, output), "\(program), \(output.status): \(said.first ?? "")")
    }

    /// `psql` ends with 2 where the server is away, and with 3 after an error of a statement.
    private static func code(_ program: String, _ output: Command.Output) -> DumpError.Code {
        if output.text.contains(RestoreScript.refusal) { return .notEmpty }
        return program == "psql" && output.status == .exited(2) ? .unavailable : .failed
    }
}
