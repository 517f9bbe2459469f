/// A request's body, read once, in order.
///
/// Confined to the thread that has the request.
package protocol RequestBody: AnyObject {
    /// Fills `buffer` from its beginning, blocking until some bytes, the end, or a cut.
    ///
    /// - Returns: how many bytes were put there; 0 only at the end of a complete body. Bytes that
    ///   came before a cut are returned first; the call after them throws.
    func read(into buffer: inout [UInt8]) throws(BodyCut) -> Int

    /// Makes a handle by which another thread can cut the body short, as if the client had gone.
    ///
    /// The reader then gets the bytes that came, and a ``BodyCut``; an answer can still be sent.
    func makeInterrupter() -> any Interrupter
}

/// Cuts one request's body short from another thread; harmless once the request is over.
package protocol Interrupter: Sendable {
    /// Asks the reader to stop; asked again after half a second, cuts off a reader that nothing reaches.
    func interrupt()
}

/// The body ended before its end: the client went away, or was interrupted.
package struct BodyCut: Error, Sendable {
    package init() {}
}

/// The body of a request that has none, or whose bytes are already here.
package final class BufferedBody: RequestBody {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: [UInt8] = []) { rest = bytes[...] }

    package func read(into buffer: inout [UInt8]) throws(BodyCut) -> Int {
        let count = min(buffer.count, rest.count)
        buffer.replaceSubrange(0..<count, with: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }

    package func makeInterrupter() -> any Interrupter { NothingToInterrupt() }

    private struct NothingToInterrupt: Interrupter {
        func interrupt() {}
    }
}
