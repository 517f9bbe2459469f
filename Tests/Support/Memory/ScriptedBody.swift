import Synchronization
package import VelodyDomain

/// A request body: some pieces, then its end, a cut, or whatever happens meanwhile.
package final class ScriptedBody: ByteSource {
    /// How a body ends.
    package enum Ending: Sendable {
        case complete, cut
    }

    private var pieces: [[UInt8]]
    private let ending: Ending
    private let beforeEnd: () -> Void
    private let interrupted = Interruption()

    /// Gives `pieces` one by one, runs `beforeEnd`, and ends.
    package init(
        _ pieces: [[UInt8]], ending: Ending = .complete, beforeEnd: @escaping () -> Void = {}
    ) {
        self.pieces = pieces
        self.ending = ending
        self.beforeEnd = beforeEnd
    }

    package func read(into buffer: inout [UInt8]) throws(SourceCut) -> Int {
        guard let piece = pieces.first else {
            beforeEnd()
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
    }
}
