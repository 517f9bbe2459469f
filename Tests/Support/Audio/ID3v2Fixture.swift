/// An ID3v2 tag, made frame by frame; it writes what it is told, sense or not.
package struct ID3v2Fixture: Sendable {
    package enum Version: UInt8, Sendable {
        case v22 = 2
        case v23, v24
    }

    package enum Encoding: UInt8, Sendable {
        case latin1 = 0
        /// With a byte-order mark, little-endian.
        case utf16
        case utf16BigEndian
        case utf8
    }

    package var version: Version
    /// The tag's flag byte.
    package var flags: UInt8 = 0
    /// Zero bytes after the last frame, inside the tag.
    package var padding = 0
    /// What the header says, where it is not the truth.
    package var statedSize: Int?
    /// Bytes between the tag's header and its first frame.
    package var extendedHeader: [UInt8] = []
    /// Whether all that is behind the header is unsynchronised; sets the flag.
    package var isUnsynchronised = false
    /// Whether frames state their size in the way of the other version.
    package var hasForeignSizes = false
    private var body: [UInt8] = []

    package init(_ version: Version = .v24) {
        self.version = version
    }

    /// Adds a frame of any content; `name` has three letters in v2.2 and four later.
    package mutating func add(frame name: String, _ content: [UInt8], flags: UInt8 = 0) {
        body += Array(name.utf8)
        switch version {
        case .v22: body += bigEndian(content.count).dropFirst()
        case .v23, .v24:
            let isPlain = (version == .v23) != hasForeignSizes
            body += isPlain ? bigEndian(content.count) : Self.syncsafe(content.count)
            body += [0, flags]
        }
        body += content
    }

    /// Adds a text frame; several values are separated by NUL.
    package mutating func add(text name: String, _ values: [String], as encoding: Encoding = .utf8)
    {
        let bytes = Self.encode(values.joined(separator: "\0"), as: encoding)
        add(frame: name, [encoding.rawValue] + bytes)
    }

    /// Adds a picture of the given ID3 type: 3 is the front cover, 1 and 2 are icons.
    package mutating func add(picture bytes: [UInt8], mime: String = "image/jpeg", type: UInt8 = 3)
    {
        if version == .v22 {
            add(frame: "PIC", [0] + Array("JPG".utf8) + [type, 0] + bytes)
        } else {
            add(frame: "APIC", [0] + Array(mime.utf8) + [0, type, 0] + bytes)
        }
    }

    /// Adds bytes that need be no frame at all.
    package mutating func add(raw bytes: [UInt8]) { body += bytes }

    package var bytes: [UInt8] {
        var content = extendedHeader + body + [UInt8](repeating: 0, count: padding)
        if isUnsynchronised { content = Self.unsynchronised(content) }
        let size = Self.syncsafe(statedSize ?? content.count)
        let flags = flags | (isUnsynchronised ? 0x80 : 0)
        return Array("ID3".utf8) + [version.rawValue, 0, flags] + size + content
    }

    /// Puts a zero behind each 0xFF that could begin a frame, or be taken for one that has it.
    package static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
        bytes.indices.flatMap { index -> [UInt8] in
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            return bytes[index] == 0xFF && (next == 0 || next >= 0xE0) ? [0xFF, 0] : [bytes[index]]
        }
    }

    package static func encode(_ text: String, as encoding: Encoding) -> [UInt8] {
        switch encoding {
        case .latin1: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        case .utf8: Array(text.utf8)
        case .utf16:
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        }
    }

    /// Four bytes of seven bits each.
    package static func syncsafe(_ value: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: value >> $0) & 0x7F }
    }
}
