import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime

/// Where the server's sockets come from.
@Suite struct ServerSocketsTests {
    /// Runs `body` with a directory's path, and removes the directory.
    private func inDirectory(_ body: (String) throws -> Void) throws {
        let path = "/tmp/velody-sockets-\(UUID().uuidString.prefix(8))"
        try FileManager().createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager().removeItem(atPath: path) }
        try body(path)
    }

    private func close(_ sockets: ServerSockets) {
        Glibc.close(sockets.api)
        Glibc.close(sockets.upload)
    }

    /// L5.
    @Test func `sockets it makes have mode 0660, never block, and do not leak`() throws {
        try inDirectory { path in
            let sockets = try ServerSockets.made(api: path + "/a", upload: path + "/u")
            defer { close(sockets) }
            for name in ["/a", "/u"] {
                var status = stat()
                #expect(unsafe lstat(path + name, &status) == 0)
                #expect(status.st_mode & 0o777 == 0o660)
            }
            #expect(fcntl(sockets.api, F_GETFL) & O_NONBLOCK != 0)
            #expect(fcntl(sockets.api, F_GETFD) & FD_CLOEXEC != 0)
        }
    }

    @Test func `a socket somebody listens on is left alone, a dead one is replaced`() throws {
        try inDirectory { path in
            let first = try ServerSockets.made(api: path + "/a", upload: path + "/u")
            #expect(throws: ProcessError.self) {
                try ServerSockets.made(api: path + "/a", upload: path + "/u")
            }
            close(first)
            close(try ServerSockets.made(api: path + "/a", upload: path + "/u"))
        }
    }

    @Test func `what is no socket is never removed`() throws {
        try inDirectory { path in
            try "song".write(toFile: path + "/a", atomically: false, encoding: .utf8)
            #expect(throws: ProcessError.self) {
                try ServerSockets.made(api: path + "/a", upload: path + "/u")
            }
            #expect(try String(contentsOfFile: path + "/a", encoding: .utf8) == "song")
        }
    }

    @Test func `a path that does not fit is refused`() {
        #expect(throws: ProcessError.self) {
            let long = "/tmp/" + String(repeating: "x", count: 103)
            return try ServerSockets.made(api: long, upload: long)
        }
    }

    @Test(
        arguments: [
            [:], ["LISTEN_FDS": "2"], ["LISTEN_FDS": "2", "LISTEN_PID": "7"],
            ["LISTEN_FDS": "x", "LISTEN_PID": "42"],
        ] as [[String: String]])
    func `sockets meant for nobody or another process are not taken`(
        environment: [String: String]
    ) throws {
        #expect(try ServerSockets.inherited(environment, pid: 42) == nil)
    }

    @Test func `inherited sockets must have the two names`() {
        let environment = [
            "LISTEN_FDS": "2", "LISTEN_PID": "42", "LISTEN_FDNAMES": "api:other",
        ]
        #expect(throws: ProcessError.self) {
            try ServerSockets.inherited(environment, pid: 42)
        }
    }
}
