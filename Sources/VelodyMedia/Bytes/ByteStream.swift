/// Bytes of a file that belong together though they may lie apart, read forwards in small parts.
///
/// A value: a copy reads on by itself, so looking ahead is copying. Memory stays small whatever
/// the length.
struct ByteStream: Equatable {
    /// Whether bytes are as they lie in the file.
    enum Coding { case plain, unsynchronised }

    /// In bytes: how much is taken from the file at once.
    private static let step = 16 * 1024

    private var pieces: ArraySlice<Range<Int>>
    private let coding: Coding
    /// Whether the last byte before was 0xFF: a zero behind it was put in by the writer.
    private var isAfterFF = false
    /// In bytes, after decoding: how many may still be read.
    private(set) var limit: Int

    /// Reads `pieces` of the file one after the other.
    init(_ pieces: [Range<Int>], coding: Coding = .plain) {
        self.pieces = pieces.filter { !$0.isEmpty }[...]
        self.coding = coding
        limit = pieces.reduce(0) { $0 + $1.count }
    }

    var isPlain: Bool { coding == .plain }

    /// Where in the file the next byte lies; nil at the end.
    var place: Int? { limit > 0 ? pieces.first?.lowerBound : nil }

    /// The next `count` bytes as a stream of their own: fewer where this one ends.
    func prefix(_ count: Int) -> ByteStream {
        var part = self
        part.limit = max(0, min(limit, count))
        return part
    }

    /// The stored bytes of the next `count`, to be decoded otherwise; only of a plain stream.
    func recoded(_ count: Int, as coding: Coding) -> ByteStream {
        var left = max(0, min(limit, count))
        let taken = pieces.map { piece in
            let part = piece.prefix(left)
            left -= part.count
            return part
        }
        return ByteStream(taken, coding: coding)
    }

    /// At most `count` bytes: fewer only where the stream ends.
    mutating func read(
        _ count: Int, of file: inout FileWindow
    ) throws(MediaError) -> [UInt8] {
        var result: [UInt8] = []
        while result.count < count, limit > 0 {
            let part = try take(min(count - result.count, limit), of: &file)
            guard let part else { break }
            result += part
            limit -= part.count
        }
        return result
    }

    /// Goes over `count` bytes, or to the end.
    mutating func skip(_ count: Int, of file: inout FileWindow) throws(MediaError) {
        guard coding == .plain else {
            var left = count
            while left > 0 {
                let part = try read(min(left, Self.step), of: &file)
                if part.isEmpty { return }
                left -= part.count
            }
            return
        }
        var left = max(0, min(count, limit))
        limit -= left
        while left > 0, let piece = pieces.first {
            let step = min(left, piece.count)
            advance(step)
            left -= step
        }
    }

    /// Decoded bytes from the first piece, at most `count`; nil where there is no more.
    private mutating func take(
        _ count: Int, of file: inout FileWindow
    ) throws(MediaError) -> [UInt8]? {
        guard let piece = pieces.first else { return nil }
        let stored = try file.bytes(at: piece.lowerBound, min(count, piece.count, Self.step))
        guard !stored.isEmpty else { return nil }
        advance(stored.count)
        return coding == .plain ? stored : resynchronised(stored)
    }

    private mutating func advance(_ count: Int) {
        guard let piece = pieces.first else { return }
        let rest = piece.dropFirst(count)
        if rest.isEmpty { pieces.removeFirst() } else { pieces[pieces.startIndex] = rest }
    }

    /// Takes out the zero that stands behind each 0xFF (ID3v2.4 §6.1).
    private mutating func resynchronised(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if !(isAfterFF && byte == 0) { result.append(byte) }
            isAfterFF = byte == 0xFF
        }
        return result
    }
}
