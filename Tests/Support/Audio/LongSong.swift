/// A made MP3 of any length that is never held whole: a tag, then the same second of frames again
/// and again.
package struct LongSong: Sendable {
    /// What comes once, at the beginning.
    package let head: [UInt8]
    /// What is repeated after it.
    package let block: [UInt8]
    /// In bytes.
    package let size: Int

    /// A song of at least `minimumSize` bytes; different seeds share no block.
    package init(title: String, minimumSize: Int, seed: UInt64) {
        var fixture = SongFixture(title: title, seed: seed, frameCount: 364)
        // Large frames: the fewer there are, the sooner a file of this size is scanned.
        fixture.format = MPEGFormat(bitRateKbps: 320, rateIndex: 2)
        head = fixture.id3v2?.bytes ?? []
        block = fixture.audio
        let blocks = (max(minimumSize - head.count, 1) + block.count - 1) / block.count
        size = head.count + blocks * block.count
    }

    /// The bytes of a part of the file.
    package func bytes(_ range: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let isHead = position < head.count
            let source = isHead ? head : block
            let start = isHead ? position : (position - head.count) % block.count
            let count = min(source.count - start, range.upperBound - position)
            result += source[start..<start + count]
            position += count
        }
        return result
    }
}
