import CFastCGI
import VelodyHTTP

/// A request's body as libfcgi streams it.
///
/// Confined to the thread that has the exchange.
@safe final class FastCGIBody: RequestBody {
    /// Gone once the exchange is.
    private var stream: UnsafeMutablePointer<FCGX_Stream>?
    private let connection: ConnectionInterrupter
    private var hasEnded = false
    /// How many bytes were read.
    private(set) var received: Int64 = 0

    init(_ stream: UnsafeMutablePointer<FCGX_Stream>?, connection: ConnectionInterrupter) {
        unsafe self.stream = stream
        self.connection = connection
    }

    func read(into buffer: inout [UInt8]) throws(BodyCut) -> Int {
        guard !hasEnded, let stream = unsafe stream else { return try end() }
        let wanted = Int32(clamping: buffer.count)
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe FCGX_GetStr(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), wanted, stream)
        }
        // Short means the end, or an error: only then does the error tell which.
        hasEnded = count < wanted
        received += Int64(max(0, count))
        return count > 0 ? Int(count) : try end()
    }

    func makeInterrupter() -> any Interrupter { connection }

    /// Forgets the stream, which is about to be freed.
    func retire() { unsafe stream = nil }

    private func end() throws(BodyCut) -> Int {
        guard let stream = unsafe stream, unsafe FCGX_GetError(stream) == 0 else { throw BodyCut() }
        return 0
    }
}
