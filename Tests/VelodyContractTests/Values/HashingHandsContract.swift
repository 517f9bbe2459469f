import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// ``HashingHands``, in the thread that receives and beside it.
@Suite struct HashingHandsContract {
    private static let pieceSize = 1_000

    /// Pieces of which the last is short, and what they are together.
    private func pieces(_ count: Int) -> (pieces: [[UInt8]], whole: [UInt8]) {
        let pieces = (0..<count).map { piece in
            (0..<Self.pieceSize - (piece == count - 1 ? 1 : 0)).map {
                UInt8(truncatingIfNeeded: $0 &* 7 &+ piece)
            }
        }
        return (pieces, pieces.flatMap(\.self))
    }

    private func send(_ pieces: [[UInt8]], to body: any BodyHashing) {
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        for piece in pieces {
            buffer.replaceSubrange(0..<piece.count, with: piece)
            buffer = body.exchange(buffer, count: piece.count)
            #expect(buffer.count == Self.pieceSize)
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4, 50])
    func `every hasher has taken every piece, in order, once it is finished`(count: Int) {
        let (pieces, whole) = pieces(count)
        for hands in [ImmediateHashing(), ThreadedHashing()] as [any HashingHands] {
            let hashers = [SHA256(), SHA256()]
            let body = hands.begin(hashers)
            send(pieces, to: body)
            body.finish()
            for hasher in hashers {
                #expect(hasher.finish() == OpenSSLCryptography().sha256(whole))
            }
        }
    }

    @Test func `a hasher goes on in the next body`() {
        let (pieces, whole) = pieces(8)
        for hands in [ImmediateHashing(), ThreadedHashing()] as [any HashingHands] {
            let hasher = SHA256()
            for half in [pieces[..<4], pieces[4...]] {
                let body = hands.begin([hasher])
                send(Array(half), to: body)
                body.finish()
            }
            #expect(hasher.finish() == OpenSSLCryptography().sha256(whole))
        }
    }

    @Test func `with nobody to hash for, buffers are only exchanged`() {
        for hands in [ImmediateHashing(), ThreadedHashing()] as [any HashingHands] {
            let body = hands.begin([])
            send(pieces(5).pieces, to: body)
            body.finish()
        }
    }

    @Test func `a body that is given up leaves no thread waiting`() {
        weak var forgotten: (any BodyHashing)?
        do {
            let body = ThreadedHashing().begin([SHA256()])
            send(pieces(5).pieces, to: body)
            forgotten = body
        }
        #expect(forgotten == nil)
    }
}
