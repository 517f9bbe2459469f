/// Bytes that look like chance, the same in each run.
package enum Noise {
    package static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var noise = SplitMix(state: seed)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            let word = noise.next()
            for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> (shift * 8))) }
        }
        return Array(bytes.prefix(count))
    }
}
