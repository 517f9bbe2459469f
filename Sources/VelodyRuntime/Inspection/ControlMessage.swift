import Glibc

/// The one control message that carries descriptors, laid out as `cmsghdr` is on 64-bit Linux.
///
/// The `CMSG_` macros are not imported: length (8 bytes), level, type, then the descriptors,
/// filled up to a multiple of 8.
struct ControlMessage {
    private static let header = 16

    let descriptors: [Int32]

    init(descriptors: [Int32]) { self.descriptors = descriptors }

    /// Reads a received control buffer; nil when it carries no descriptors.
    init?(bytes: [UInt8]) {
        let length = Int(Self.integer(bytes, at: 0, count: 8))
        guard length >= Self.header, length <= bytes.count,
            Self.integer(bytes, at: 8, count: 4) == Int64(SOL_SOCKET),
            Self.integer(bytes, at: 12, count: 4) == Self.rights
        else { return nil }
        descriptors = stride(from: Self.header, to: length, by: 4).map {
            Int32(truncatingIfNeeded: Self.integer(bytes, at: $0, count: 4))
        }
    }

    /// How long a buffer for so many descriptors must be.
    static func length(descriptors count: Int) -> Int { header + (count * 4 + 7) / 8 * 8 }

    var bytes: [UInt8] {
        var bytes = Self.little(Int64(Self.header + descriptors.count * 4), 8)
        bytes += Self.little(Int64(SOL_SOCKET), 4) + Self.little(Self.rights, 4)
        for descriptor in descriptors { bytes += Self.little(Int64(descriptor), 4) }
        let padding = Self.length(descriptors: descriptors.count) - bytes.count
        return bytes + [UInt8](repeating: 0, count: padding)
    }

    /// SCM_RIGHTS (socket.h).
    private static let rights: Int64 = 1

    private static func little(_ value: Int64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func integer(_ bytes: [UInt8], at offset: Int, count: Int) -> Int64 {
        guard bytes.count >= offset + count else { return -1 }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int64($1) }
    }
}
