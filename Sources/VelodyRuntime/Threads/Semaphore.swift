import Glibc

/// Counts what is there for the taking, across threads: a byte in a pipe stands for each.
///
/// Thread safe.
struct Semaphore: ~Copyable, Sendable {
    private let pipe: PipeEnds

    init(_ count: Int) throws(ProcessError) {
        pipe = try OwnedDescriptor.pipe()
        for _ in 0..<count { signal() }
    }

    /// Puts one there; never waits below the size of a pipe, 65 536.
    func signal() { pipe.writer.write([1]) }

    /// Waits for one, and takes it.
    func wait() {
        var byte: UInt8 = 0
        while unsafe read(pipe.reader.number, &byte, 1) != 1 {}
    }
}
