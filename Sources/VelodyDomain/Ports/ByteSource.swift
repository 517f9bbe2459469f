/// The bytes of an upload as they come from a client.
///
/// Confined to one thread.
package protocol ByteSource: AnyObject {
    /// Fills `buffer` from its beginning, blocking until it is full, the end, or a cut.
    ///
    /// - Returns: how many bytes were put there; 0 only at the end of a complete body. Bytes that
    ///   came before a cut are returned first; the call after them throws.
    func read(into buffer: inout [UInt8]) throws(SourceCut) -> Int

    /// Makes a function that cuts the source short from any thread, at any time.
    func makeInterrupt() -> @Sendable () -> Void
}

/// The source ended before its end: the client went away, or the server asked it to stop.
package struct SourceCut: Error, Sendable {
    package init() {}
}
