/// Bits in a few bytes, highest first.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// How many are not read yet.
    var left: Int { bytes.count * 8 - position }

    /// The next `count` bits as a number; zeros where there are no more.
    mutating func read(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            let bit = left > 0 ? bytes[position / 8] >> (7 - position % 8) & 1 : 0
            value = value << 1 | Int(bit)
            position += 1
        }
        return value
    }
}
