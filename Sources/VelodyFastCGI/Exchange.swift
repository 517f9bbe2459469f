import CFastCGI
import Glibc
import VelodyHTTP

/// Owns one accepted FastCGI request, from acceptance to its end; finished when it goes.
///
/// The one audited exception to checked `Sendable`: an exchange may be accepted in one thread and
/// finished in another. It is never shared, only moved, and libfcgi keeps no state of a request
/// outside of its `FCGX_Request`.
@safe struct Exchange: ~Copyable, @unchecked Sendable {
    private let raw: UnsafeMutablePointer<FCGX_Request>
    let connection: ConnectionInterrupter

    private init(owning raw: UnsafeMutablePointer<FCGX_Request>) {
        unsafe self.raw = raw
        connection = unsafe ConnectionInterrupter(raw.pointee.ipcFd)
    }

    deinit {
        // First, so that nobody shuts down a descriptor that means something else by then.
        connection.disarm()
        unsafe FCGX_Finish_r(raw)
        unsafe raw.deallocate()
    }

    /// Accepts one request on a non-blocking listening socket; nil when another thread was faster,
    /// or the peer went away before its request was whole.
    static func accept(on socket: Int32) -> Exchange? {
        let raw = UnsafeMutablePointer<FCGX_Request>.allocate(capacity: 1)
        guard unsafe FCGX_InitRequest(raw, socket, FCGI_FAIL_ACCEPT_ON_INTR) == 0,
            unsafe FCGX_Accept_r(raw) == 0
        else {
            unsafe FCGX_Free(raw, 1)
            unsafe raw.deallocate()
            return nil
        }
        // libfcgi does not: a child process must not keep the connection open.
        _ = unsafe fcntl(raw.pointee.ipcFd, F_SETFD, FD_CLOEXEC)
        return unsafe Exchange(owning: raw)
    }

    /// The request; it and its body must not be used after this exchange is gone.
    func request() -> Request {
        unsafe Parameters(raw.pointee.envp).request(
            body: FastCGIBody(raw.pointee.in, connection: connection))
    }

    /// Sends an answer; false when the client was gone.
    func send(_ response: Response, to method: Method) -> Bool {
        let head = ResponseHead.bytes(of: response)
        guard write(head) else { return false }
        if method != .head, !response.isRedirected, !write(response.body) { return false }
        guard unsafe FCGX_FFlush(raw.pointee.out) == 0 else { return false }
        // A flush may report success although the connection is gone.
        return unsafe FCGX_GetError(raw.pointee.out) == 0
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
