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
    private var isCut = false
    /// How many bytes were read.
    private(set) var received: Int64 = 0

    init(_ stream: UnsafeMutablePointer<FCGX_Stream>?, connection: ConnectionInterrupter) {
        unsafe self.stream = stream
        self.connection = connection
    }

    func read(into buffer: inout [UInt8]) throws(BodyCut) -> Int {
        var count = 0
        unsafe buffer.withUnsafeMutableBytes { bytes in
            while !hasEnded, count < bytes.count {
                count += unsafe readPiece(
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
            }
        }
        received += Int64(count)
        return count > 0 ? count : try end()
    }

    /// Reads what libfcgi holds, or where that is nothing, waits for the next byte: whoever asks the reader
    /// to stop is heard as soon as anything comes.
    private func readPiece(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        guard let stream = unsafe stream, !connection.isAsked else { return stop() }
        let held = unsafe stream.pointee.stop - stream.pointee.rdNext
        let wanted = Int32(clamping: min(bytes.count, max(1, held)))
        let count = unsafe FCGX_GetStr(
            bytes.baseAddress?.assumingMemoryBound(to: CChar.self), wanted, stream)
        // Short means the end, or an error: only then does the error tell which.
        hasEnded = count < wanted
        return Int(max(0, count))
    }

    /// Reads no more; the connection stays whole for the answer.
    private func stop() -> Int {
        if unsafe stream != nil { connection.disarm() }
        isCut = true
        hasEnded = true
        return 0
    }

    func makeInterrupter() -> any Interrupter { connection }

    /// Forgets the stream, which is about to be freed.
    func retire() { unsafe stream = nil }

    private func end() throws(BodyCut) -> Int {
        guard !isCut, let stream = unsafe stream, unsafe FCGX_GetError(stream) == 0 else {
            throw BodyCut()
        }
        return 0
    }
}
