import CFastCGI
import Glibc
import VelodyHTTP

/// Owns one accepted FastCGI request, from acceptance to its end; finished when it goes.
///
/// The one audited exception to checked `Sendable`: an exchange may be accepted in one thread and
/// finished in another. It is never shared, only moved, and libfcgi keeps no state of a request
/// outside of its `FCGX_Request`.
@safe struct Exchange: ~Copyable, @unchecked Sendable {
    /// What came of trying to accept a request.
    enum Acceptance: ~Copyable {
        case accepted(Exchange)
        /// Another thread was faster, or the peer went away before its request was whole.
        case nothing
        /// The system refuses; trying again at once would not help.
        case refused
    }

    private let raw: UnsafeMutablePointer<FCGX_Request>
    private var body: FastCGIBody?
    /// Nothing more comes from the peer once the answer is out.
    private var isBodiless = false
    private var isSent = false
    let connection: ConnectionInterrupter

    private init(owning raw: UnsafeMutablePointer<FCGX_Request>) {
        unsafe self.raw = raw
        connection = unsafe ConnectionInterrupter(raw.pointee.ipcFd)
    }

    deinit {
        body?.retire()
        // First, so that nobody shuts down a descriptor that means something else by then.
        connection.disarm()
        let descriptor = unsafe raw.pointee.ipcFd
        // libfcgi gives a peer that still sends two seconds to read its answer, too few for a busy machine.
        if isSent { unsafe raw.pointee.ipcFd = -1 }
        unsafe FCGX_Finish_r(raw)
        if isSent {
            if !isBodiless { Self.awaitClosing(descriptor) }
            close(descriptor)
        }
        // Closes what a peer asked to keep: a kept connection would pin a thread.
        unsafe FCGX_Free(raw, 1)
        unsafe raw.deallocate()
    }

    /// Accepts one request on a non-blocking listening socket.
    static func accept(on socket: Int32) -> Acceptance {
        let raw = UnsafeMutablePointer<FCGX_Request>.allocate(capacity: 1)
        var result = unsafe FCGX_InitRequest(raw, socket, FCGI_FAIL_ACCEPT_ON_INTR)
        if result == 0 { result = unsafe FCGX_Accept_r(raw) }
        guard result == 0 else {
            unsafe FCGX_Free(raw, 1)
            unsafe raw.deallocate()
            return [-EAGAIN, -EINTR, -ECONNABORTED].contains(result) ? .nothing : .refused
        }
        // libfcgi does not: a child process must not keep the connection open.
        _ = unsafe fcntl(raw.pointee.ipcFd, F_SETFD, FD_CLOEXEC)
        return unsafe .accepted(Exchange(owning: raw))
    }

    /// The connection's descriptor, as long as the exchange lives.
    var descriptor: Int32 { unsafe raw.pointee.ipcFd }

    /// The request.
    ///
    /// An earlier one's body has no more bytes, nor has this one's once the exchange is gone.
    mutating func request() -> Request {
        body?.retire()
        body = unsafe FastCGIBody(raw.pointee.in, connection: connection)
        let request = unsafe Parameters(raw.pointee.envp).request(body: body)
        isBodiless = [.get, .head].contains(request.method) && (request.contentLength ?? 0) == 0
        return request
    }

    /// How many bytes of the body were read.
    var receivedBytes: Int64 { body?.received ?? 0 }

    /// Sends an answer and ends it; false when the client was gone.
    mutating func send(_ answer: Answer) -> Bool {
        _ = write(answer.head) && write(answer.body)
        // Closing both streams writes what is left and the end of the request at once.
        unsafe FCGX_FClose(raw.pointee.err)
        unsafe FCGX_FClose(raw.pointee.out)
        isSent = true
        // The result of a write or a flush may be success although the connection is gone.
        return unsafe FCGX_GetError(raw.pointee.out) == 0
    }

    /// Takes what the peer still sends until it closes, having read its answer, or is silent for long.
    ///
    /// Closed under its writing, the web server would break the answer off.
    private static func awaitClosing(_ descriptor: Int32) {
        guard shutdown(descriptor, Int32(SHUT_WR)) == 0 else { return }
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var dropped = [UInt8](repeating: 0, count: 16 << 10)
        while unsafe poll(&watched, 1, 10_000) > 0 {
            guard unsafe read(descriptor, &dropped, dropped.count) > 0 else { return }
        }
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return true }
        let count = unsafe bytes.withUnsafeBytes { bytes in
            // Never FCGX_FPrintF: it asserts on long formats.
            unsafe FCGX_PutStr(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
                raw.pointee.out)
        }
        return count == Int32(bytes.count)
    }
}
