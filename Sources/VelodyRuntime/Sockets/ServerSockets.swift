import Glibc

/// The two listening sockets: inherited (`sd_listen_fds(3)`), or made.
package struct ServerSockets: Sendable {
    package let api: Int32
    package let upload: Int32

    private static let firstInherited: Int32 = 3

    /// Takes the sockets named `api` and `upload` that this process inherited; nil where none are.
    ///
    /// Throws `socket` when some are inherited but not these two. They are made non-blocking and
    /// close-on-exec.
    package static func inherited(
        _ environment: [String: String], pid: Int32
    ) throws(ProcessError) -> ServerSockets? {
        guard let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0,
            environment["LISTEN_PID"].flatMap({ Int32($0) }) == pid
        else { return nil }
        let names = environment["LISTEN_FDNAMES"]?.split(separator: ":").map(String.init) ?? []
        let numbers = Dictionary(
            zip(names, firstInherited..<(firstInherited + count)),
            uniquingKeysWith: { one, _ in one })
        guard let api = numbers["api"], let upload = numbers["upload"] else {
            throw ProcessError(.socket, "LISTEN_FDNAMES does not name api and upload")
        }
        return try ServerSockets(api: prepared(api), upload: prepared(upload))
    }

    /// Listens on two paths of its own, mode 0660; for running without a supervisor.
    ///
    /// A socket that nobody listens on any more is replaced. Throws `socket` where somebody does,
    /// or something else than a socket lies there.
    package static func made(
        api: String, upload: String
    ) throws(ProcessError) -> ServerSockets {
        ServerSockets(api: try listen(api), upload: try listen(upload))
    }

    private static func listen(_ path: String) throws(ProcessError) -> Int32 {
        try makeRoom(at: path)
        let listener = try Listener.unix(path)
        guard unsafe chmod(path, 0o660) == 0 else { throw ProcessError(.socket, "chmod failed") }
        let copy = fcntl(listener.descriptor.number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw ProcessError(.socket, "no descriptor is left") }
        return try prepared(copy)
    }

    private static func makeRoom(at path: String) throws(ProcessError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ProcessError(.socket, "\(path) is there and is no socket")
        }
        if Connection.isAccepted(at: path) {
            throw ProcessError(.socket, "\(path): another server listens there")
        }
    }

    private static func prepared(_ number: Int32) throws(ProcessError) -> Int32 {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0,
            fcntl(number, F_SETFD, FD_CLOEXEC) == 0
        else { throw ProcessError(.socket, "inherited descriptor \(number) is not open") }
        var listens: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0,
            listens == 1
        else { throw ProcessError(.socket, "inherited descriptor \(number) does not listen") }
        return number
    }
}
