/// An MP4 file made atom by atom, of one track of sound that nobody can hear.
package struct MP4Fixture: Sendable {
    /// The four letters of the codec: `mp4a`, `alac`, `drms`.
    package var codec = "mp4a"
    /// `soun`, `vide`.
    package var handler = "soun"
    package var channels = 2
    package var sampleRate = 44_100
    /// In ticks of the sample rate.
    package var duration = 88_200
    /// How many samples play for how many ticks each; empty for a track without a table.
    package var times: [(samples: Int, ticks: Int)] = []
    /// What the descriptor says that the codec is: 0x40 is MPEG-4's own.
    package var indication: UInt8 = 0x40
    /// AAC's own settings; empty for none.
    package var config: [UInt8] = []
    /// The items, each with its atoms inside.
    package var items: [(name: String, content: [UInt8])] = []
    package var isMovieLast = false

    package init() {}

    /// Adds an item with a `data` atom for each value; type 1 is UTF-8, 13 JPEG.
    package mutating func add(_ name: String, _ values: [[UInt8]], type: Int = 1) {
        let data = values.flatMap { Self.atom("data", bigEndian(type) + bigEndian(0) + $0) }
        items.append((name, data))
    }

    /// Adds an item with a name of its own.
    package mutating func add(named name: String, _ values: [String]) {
        let mean = Self.atom("mean", bigEndian(0) + Array("com.apple.iTunes".utf8))
        let data = values.flatMap {
            Self.atom("data", bigEndian(1) + bigEndian(0) + Array($0.utf8))
        }
        items.append(("----", mean + Self.atom("name", bigEndian(0) + Array(name.utf8)) + data))
    }

    package var bytes: [UInt8] {
        let type = Self.atom("ftyp", Array("M4A ".utf8) + bigEndian(0) + Array("isom".utf8))
        let media = Self.atom("mdat", [UInt8](repeating: 0x21, count: 4000))
        return type + (isMovieLast ? media + movie : movie + media)
    }

    /// One atom around its content.
    package static func atom(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let letters = name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return bigEndian(content.count + 8) + letters + content
    }

    private var movie: [UInt8] {
        let list = Self.atom("ilst", items.flatMap { Self.atom($0.name, $0.content) })
        let meta = Self.atom("meta", bigEndian(0) + list)
        return Self.atom("moov", Self.atom("trak", media) + Self.atom("udta", meta))
    }

    private var media: [UInt8] {
        let zeros = [UInt8](repeating: 0, count: 8)
        let clock = Self.atom(
            "mdhd", bigEndian(0) + zeros + bigEndian(sampleRate) + bigEndian(duration))
        let handler = Self.atom("hdlr", zeros + Array(handler.utf8) + zeros)
        let description = Self.atom("stsd", bigEndian(0) + bigEndian(1) + entry)
        let table = Self.atom("stbl", description + timeTable)
        return Self.atom("mdia", clock + handler + Self.atom("minf", table))
    }

    private var timeTable: [UInt8] {
        guard !times.isEmpty else { return [] }
        let entries = times.flatMap { bigEndian($0.samples) + bigEndian($0.ticks) }
        return Self.atom("stts", bigEndian(0) + bigEndian(times.count) + entries)
    }

    private var entry: [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
        bytes += [0, UInt8(channels), 0, 16, 0, 0, 0, 0] + bigEndian(min(sampleRate, 65_535) << 16)
        guard !config.isEmpty else { return Self.atom(codec, bytes) }
        let settings: [UInt8] = [0x05, UInt8(config.count)] + config
        let decoder = [indication, 0x15] + [UInt8](repeating: 0, count: 11) + settings
        let stream: [UInt8] = [0, 1, 0, 0x04, UInt8(decoder.count)] + decoder
        let descriptor: [UInt8] = [0x03, UInt8(stream.count)] + stream
        return Self.atom(codec, bytes + Self.atom("esds", bigEndian(0) + descriptor))
    }
}
