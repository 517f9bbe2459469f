import FoundationEssentials
import Glibc
import VelodyRuntime

/// A PostgreSQL in a folder of its own, run by a shell that stops it and removes the folder when its
/// standard input ends: when this value goes, and also when the test process is killed.
package final class PostgresGuard: Sendable {
    /// What a kind of server needs: shell commands, which find the folder in `$1`, what `arguments`
    /// holds from `$2` on, PostgreSQL's programs in `$bin`, and run them by `as` as its user.
    package struct Orders: Sendable {
        /// Makes `$1/data`.
        package let create: String
        /// Options of the server beyond its socket in the folder.
        package let options: String
        /// What is done once it answers.
        package let prepare: String

        package init(create: String, options: String = "", prepare: String = ":") {
            (self.create, self.options, self.prepare) = (create, options, prepare)
        }

        fileprivate var script: String {
            #"""
            set -eu
            bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
            as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid postgres --regid postgres --init-groups "$@"; else "$@"; fi; }
            mkdir -m 0700 "$1"; if [ "$(id -u)" = 0 ]; then chown postgres "$1"; fi
            trap 'as "$bin/pg_ctl" -D "$1/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$1"' EXIT
            cd /
            \#(create) >/dev/null
            as "$bin/pg_ctl" -D "$1/data" -w -l "$1/log" \
                -o "-c listen_addresses= -c unix_socket_directories=$1 -c fsync=off \#(options)" start >/dev/null
            \#(prepare) >/dev/null
            echo ready
            cat >/dev/null
            """#
        }
    }

    /// Why there is no server.
    package struct Failure: Error { package let output: String }

    /// Where it lies, with its socket.
    ///
    /// In no other folder that a test makes and removes: the shell needs a moment, and both would
    /// remove the same files.
    package let folder: String
    private let lifeline: OwnedDescriptor

    /// Returns once the server answers and is prepared; `environment` nil is this process's.
    package init(
        _ orders: Orders, _ arguments: [String] = [], environment: [String: String]? = nil
    ) throws {
        folder = "/tmp/vpg-\(UUID().uuidString.prefix(8))"
        let input = try OwnedDescriptor.pipe()
        let output = try OwnedDescriptor.pipe()
        var command = Command("sh", ["-c", orders.script, "sh", folder] + arguments)
        if let environment { command.environment = environment }
        command.descriptors = [0: input.reader.number, 1: output.writer.number]
        // The guard ends on its own: nobody has to wait for it.
        _ = try command.spawn()
        lifeline = input.keepWriter()
        let reader = output.keepReader()
        var byte = [UInt8](repeating: 0, count: 6)
        let count = unsafe read(reader.number, &byte, 6)
        guard count == 6 else { throw Failure(output: "the guard ended; see its standard error") }
    }
}
