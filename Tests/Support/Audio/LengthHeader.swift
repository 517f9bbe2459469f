/// The frame that encoders put before the audio to say how long it is.
package enum LengthHeader: Sendable {
    /// As LAME writes it for VBR; `frames` may lie.
    case xing(frames: Int, delay: Int = 576, padding: Int = 1000)
    /// As LAME writes it for CBR; `frames` may lie.
    case info(frames: Int, delay: Int = 576, padding: Int = 1000)
    /// As Fraunhofer's encoder writes it; `frames` may lie.
    case vbri(frames: Int)

    /// The whole frame, silent where it is not header.
    package func frame(in format: MPEGFormat) -> [UInt8] {
        var format = format
        // Room for 36 + 144 bytes at every rate.
        if format.frameSize < 208 { format.bitRateKbps = format.version == .mpeg1 ? 128 : 96 }
        var bytes = format.header() + [UInt8](repeating: 0, count: format.frameSize - 4)
        switch self {
        case .xing(let frames, let delay, let padding):
            let header = Self.lame("Xing", frames, delay, padding)
            bytes.overwrite(at: format.sideInformationEnd, with: header)
        case .info(let frames, let delay, let padding):
            let header = Self.lame("Info", frames, delay, padding)
            bytes.overwrite(at: format.sideInformationEnd, with: header)
        case .vbri(let frames):
            let header =
                Array("VBRI".utf8) + [0, 1, 0, 0, 0, 75] + bigEndian(0) + bigEndian(frames)
            bytes.overwrite(at: 36, with: header)
        }
        return bytes
    }

    private static func lame(
        _ name: String, _ frames: Int, _ delay: Int, _ padding: Int
    ) -> [UInt8] {
        var bytes = Array(name.utf8) + [0, 0, 0, 0x0F] + bigEndian(frames) + bigEndian(0)
        bytes += [UInt8](repeating: 0, count: 100) + bigEndian(50) + Array("LAME3.100".utf8)
        bytes += [UInt8](repeating: 0, count: 12)
        return bytes + bigEndian(delay << 12 | padding).dropFirst()
    }
}

/// Four bytes, most significant first.
func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// Four bytes, least significant first.
func littleEndian(_ value: Int) -> [UInt8] { bigEndian(value).reversed() }

extension [UInt8] {
    fileprivate mutating func overwrite(at offset: Int, with bytes: [UInt8]) {
        replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
}
