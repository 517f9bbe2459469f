import Glibc
import VelodyFastCGI
import VelodyHTTP
import VelodyRuntime
import VelodyTesting

/// A directory with the sockets of a server that does what its test says.
struct Rig: Sendable {
    let directory: TemporaryDirectory
    let sockets: ServerSockets
    let server: RunningServer
    /// Rings the waiter's bell.
    let rope: BellRope

    init(
        threads: RunningServer.Threads = .init(),
        _ script: @escaping @Sendable (Request, Lane) -> Outcome
    ) throws {
        try self.init(threads: threads, makeApplication: { ScriptedApplication(script) })
    }

    init(
        threads: RunningServer.Threads, makeApplication: @escaping @Sendable () -> any Application
    ) throws {
        directory = try TemporaryDirectory()
        sockets = try ServerSockets.made(
            api: directory.path + "/api.sock", upload: directory.path + "/upload.sock")
        rope = try BellRope()
        server = RunningServer(
            on: sockets, threads: threads, rope: rope, makeApplication: makeApplication)
    }

    var api: String { directory.path + "/api.sock" }
    var upload: String { directory.path + "/upload.sock" }

    /// Sends one request without a body to the API's socket.
    func request(
        _ method: String, _ target: String = "/", _ more: [(String, String)] = []
    ) throws -> FastCGIAnswer {
        try FastCGIClient(to: api, Self.parameters(method, target) + more).answer()
    }

    static func parameters(_ method: String, _ target: String) -> [(String, String)] {
        [
            ("REQUEST_METHOD", method), ("REQUEST_URI", target), ("CONTENT_LENGTH", ""),
            ("CONTENT_TYPE", ""), ("VELODY_REQUEST_ID", "0af7651916cd43dd8448eb211c80319c"),
        ]
    }

    /// Stops the server and closes its sockets.
    func end() {
        server.stop()
        close(sockets.api)
        close(sockets.upload)
    }
}
