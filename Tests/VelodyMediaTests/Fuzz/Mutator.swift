import VelodyTesting

/// Changes files a little, at places that chance chooses: the same ones in each run.
struct Mutator {
    private var chance: SplitMix

    init(seed: UInt64) { chance = SplitMix(state: seed) }

    /// One to eight changes.
    mutating func mutated(_ bytes: [UInt8], with other: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(8) { change(&bytes, with: other) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], with other: [UInt8]) {
        guard bytes.count > 8 else { return bytes = other }
        // Half of all changes hit the beginning, where headers are.
        let place = below(below(2) == 0 ? min(bytes.count - 8, 400) : bytes.count - 8)
        switch below(7) {
        case 0: bytes[place] = UInt8(below(256))
        case 1: bytes[place] ^= 1 << UInt8(below(8))
        case 2: for index in 0..<4 { bytes[place + index] = [0, 0x7F, 0xFF, 0x80][below(4)] }
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + below(600)))
        case 4: bytes.insert(contentsOf: other.prefix(below(600)), at: place)
        case 5: bytes.removeLast(below(bytes.count / 2))
        default:
            let piece = bytes[place..<min(bytes.count, place + below(200))]
            bytes.insert(contentsOf: piece, at: place)
        }
    }

    private mutating func below(_ limit: Int) -> Int {
        limit < 1 ? 0 : Int(truncatingIfNeeded: chance.next() >> 1) % limit
    }
}
