import Glibc
import Synchronization
import VelodyFastCGI
import VelodyRuntime

/// What rings a ``HandBell``, from any thread.
final class BellRope: Sendable {
    fileprivate let pipe: PipeEnds
    private let cut = Mutex(false)

    init() throws { pipe = try OwnedDescriptor.pipe() }

    func pull() { pipe.writer.write([1]) }

    /// Whether the bell cannot ring.
    var isCut: Bool {
        get { cut.withLock { $0 } }
        set { cut.withLock { $0 = newValue } }
    }
}

/// A bell that rings when its test says so.
final class HandBell: Bell {
    private let rope: BellRope

    init(_ rope: BellRope) { self.rope = rope }

    var descriptor: Int32? { rope.isCut ? nil : rope.pipe.reader.number }

    func hasRung() -> Bool {
        var watched = pollfd(fd: rope.pipe.reader.number, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        guard unsafe poll(&watched, 1, 0) == 1 else { return rope.isCut }
        return unsafe read(rope.pipe.reader.number, &byte, 1) == 1
    }
}
