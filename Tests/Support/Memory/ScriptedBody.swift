import Glibc
import Synchronization
package import VelodyDomain

/// A request body: some pieces, then its end, a cut, or whatever happens meanwhile.
package final class ScriptedBody: ByteSource {
    /// How a body ends.
    package enum Ending: Sendable {
        case complete, cut
        /// Not before it is interrupted, and then by a cut.
        case interrupt
    }

    private var pieces: [[UInt8]]
    private let ending: Ending
    private let beforeEach: () -> Void
    private let beforeEnd: () -> Void
    private let interrupted = Interruption()

    /// Gives `pieces` one by one, running `beforeEach` before each and before the end, where
    /// `beforeEnd` runs too.
    package init(
        _ pieces: [[UInt8]], ending: Ending = .complete, beforeEnd: @escaping () -> Void = {},
        beforeEach: @escaping () -> Void = {}
    ) {
        self.pieces = pieces
        self.ending = ending
        self.beforeEach = beforeEach
        self.beforeEnd = beforeEnd
    }

    package func read(into buffer: inout [UInt8]) throws(SourceCut) -> Int {
        beforeEach()
        guard let piece = pieces.first else {
            beforeEnd()
            if ending == .interrupt { interrupted.wait() }
            if ending == .cut || interrupted.flag.withLock({ $0 }) { throw SourceCut() }
            return 0
        }
        precondition(piece.count <= buffer.count, "a piece is larger than the reader's buffer")
        pieces.removeFirst()
        buffer.replaceSubrange(0..<piece.count, with: piece)
        return piece.count
    }

    package func makeInterrupt() -> @Sendable () -> Void {
        let interrupted = interrupted
        return { interrupted.flag.withLock { $0 = true } }
    }

    private final class Interruption: Sendable {
        let flag = Mutex(false)

        /// Returns once the flag is up, and traps where nobody raises it.
        func wait() {
            let end = ContinuousClock.now + .seconds(30)
            while !flag.withLock({ $0 }) {
                precondition(ContinuousClock.now < end, "nobody interrupted the body")
                usleep(1_000)
            }
        }
    }
}
