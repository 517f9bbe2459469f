/// Compressed bytes that are small but open to very many.
package enum Deflated {
    /// A zlib stream (RFC 1950) of about `count` letters A, some 160 times smaller than them.
    package static func letters(_ count: Int) -> [UInt8] {
        var bits = BitWriter(bytes: [0x78, 0x01])
        // The last block, with fixed codes; one A, then "the same again, 258 times".
        bits.write([1, 1, 0])
        bits.write([0, 1, 1, 1, 0, 0, 0, 1])
        for _ in 0..<count / 258 {
            bits.write([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0])
        }
        bits.write([0, 0, 0, 0, 0, 0, 0])
        return bits.bytes + adler(1 + count / 258 * 258)
    }

    /// The checksum of that many letters A (RFC 1950 §8.2), without adding each.
    private static func adler(_ count: Int) -> [UInt8] {
        let low = (1 + 65 * count) % 65_521
        let high = (count + 65 * (count * (count + 1) / 2)) % 65_521
        return bigEndian(high << 16 | low)
    }
}

/// Puts bits into bytes, lowest first.
private struct BitWriter {
    var bytes: [UInt8]
    private var free = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func write(_ bits: [UInt8]) {
        for bit in bits {
            if free == 0 {
                bytes.append(0)
                free = 8
            }
            bytes[bytes.count - 1] |= bit << (8 - free)
            free -= 1
        }
    }
}
