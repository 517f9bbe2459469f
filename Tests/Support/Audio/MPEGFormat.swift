/// The shape of made Layer III frames: version, bitrate, rate, channels.
package struct MPEGFormat: Equatable, Sendable {
    package enum Version: Sendable {
        case mpeg1, mpeg2, mpeg25
    }

    package enum Channels: UInt8, Sendable {
        case stereo = 0
        case jointStereo = 1
        case mono = 3
    }

    package var version: Version
    /// One of the bitrates of the version; anything else traps.
    package var bitRateKbps: Int
    package var channels: Channels
    /// 0, 1 or 2: 44.1, 48 or 32 kHz in MPEG-1; half of it in MPEG-2, a quarter in 2.5.
    package var rateIndex: Int

    package init(
        version: Version = .mpeg1, bitRateKbps: Int = 128, channels: Channels = .jointStereo,
        rateIndex: Int = 0
    ) {
        self.version = version
        self.bitRateKbps = bitRateKbps
        self.channels = channels
        self.rateIndex = rateIndex
    }

    package var sampleRateHz: Int {
        let rate = [44_100, 48_000, 32_000][rateIndex]
        return switch version {
        case .mpeg1: rate
        case .mpeg2: rate / 2
        case .mpeg25: rate / 4
        }
    }

    package var samplesPerFrame: Int { version == .mpeg1 ? 1152 : 576 }

    package var channelCount: Int { channels == .mono ? 1 : 2 }

    /// In bytes, header included, without a padding byte.
    package var frameSize: Int { samplesPerFrame / 8 * bitRateKbps * 1000 / sampleRateHz }

    /// In bytes: where a Xing or Info header begins, counted from the frame's header.
    package var sideInformationEnd: Int {
        switch (version == .mpeg1, channels == .mono) {
        case (true, false): 4 + 32
        case (true, true), (false, false): 4 + 17
        case (false, true): 4 + 9
        }
    }

    /// The four bytes each frame begins with.
    package func header(padded: Bool = false) -> [UInt8] {
        let versionBits: UInt8 =
            switch version {
            case .mpeg1: 3
            case .mpeg2: 2
            case .mpeg25: 0
            }
        return [
            0xFF, 0xE0 | versionBits << 3 | 0b011,
            bitRateIndex << 4 | UInt8(rateIndex) << 2 | (padded ? 2 : 0),
            channels.rawValue << 6,
        ]
    }

    /// One silent frame whose spare bytes tell `seed` and `number` apart from all others.
    ///
    /// Decoders play it; no byte of the body is 0xFF, so nothing in it looks like a frame.
    package func frame(seed: UInt64, number: Int, padded: Bool = false) -> [UInt8] {
        var noise = SplitMix(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number))
        var bytes = header(padded: padded)
        bytes += [UInt8](repeating: 0, count: sideInformationEnd - 4)
        while bytes.count < frameSize + (padded ? 1 : 0) {
            bytes.append(UInt8(truncatingIfNeeded: noise.next() >> 33) & 0x7F)
        }
        return bytes
    }

    private var bitRateIndex: UInt8 {
        let table =
            version == .mpeg1
            ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        guard let index = table.firstIndex(of: bitRateKbps) else {
            preconditionFailure("no Layer III bitrate: \(bitRateKbps)")
        }
        return UInt8(index)
    }
}

/// A small generator, for bytes that look like anything but are the same in each run.
package struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
