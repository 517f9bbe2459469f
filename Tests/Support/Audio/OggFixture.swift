/// An Ogg file made page by page; checksums are left out, since nobody here reads them.
package struct OggFixture: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var sequence = 0
    private let serial: Int

    package init(serial: Int = 7) { self.serial = serial }

    /// An Opus stream up to its comment; each field is `NAME=value`.
    package static func opus(
        _ fields: [String], channels: UInt8 = 2, skipped: Int = 312, serial: Int = 7,
        gain: Int16 = 0
    ) -> OggFixture {
        var ogg = OggFixture(serial: serial)
        let head =
            Array("OpusHead".utf8) + [1, channels, UInt8(skipped & 0xFF), UInt8(skipped >> 8)]
        ogg.add(
            [
                head + littleEndian(48_000)
                    + littleEndian(Int(UInt16(bitPattern: gain))).prefix(2) + [0]
            ], position: 0, flags: 2)
        ogg.add([Array("OpusTags".utf8) + comment(fields)], position: 0)
        return ogg
    }

    /// A Vorbis comment from its vendor string on.
    package static func comment(_ fields: [String]) -> [UInt8] {
        let texts = fields.flatMap { littleEndian($0.utf8.count) + Array($0.utf8) }
        return littleEndian(4) + Array("test".utf8) + littleEndian(fields.count) + texts
    }

    /// Adds packets of 20 ms each, one page for every 50.
    package mutating func addAudio(packets: Int, from start: Int = 0) {
        var position = start
        for first in stride(from: 0, to: packets, by: 50) {
            let count = min(50, packets - first)
            position += count * 960
            let packet: [UInt8] = [0xF8] + [UInt8](repeating: 1, count: 80)
            add([[UInt8]](repeating: packet, count: count), position: position)
        }
    }

    /// Adds packets on as many pages as they need.
    package mutating func add(_ packets: [[UInt8]], position: Int, flags: UInt8 = 0) {
        var (lacing, payload, isContinued) = ([UInt8](), [UInt8](), false)
        for packet in packets {
            let sizes =
                [UInt8](repeating: 255, count: packet.count / 255)
                + [UInt8(packet.count % 255)]
            var rest = packet[...]
            for size in sizes {
                if lacing.count == 255 {
                    addPage(lacing, payload, position: -1, flags | (isContinued ? 1 : 0))
                    (lacing, payload, isContinued) = ([], [], true)
                }
                lacing.append(size)
                payload += rest.prefix(Int(size))
                rest = rest.dropFirst(Int(size))
            }
        }
        addPage(lacing, payload, position: position, flags | (isContinued ? 1 : 0))
    }

    private mutating func addPage(
        _ lacing: [UInt8], _ payload: [UInt8], position: Int, _ flags: UInt8
    ) {
        bytes += Array("OggS".utf8) + [0, flags] + littleEndian(position)
        bytes += littleEndian(position >> 32) + littleEndian(serial) + littleEndian(sequence)
        bytes += littleEndian(0) + [UInt8(lacing.count)] + lacing + payload
        sequence += 1
    }
}
