/// An ID3v2 tag's frames as bytes: loaded whole, unsynchronisation and extended header undone.
struct ID3v2Tag {
    /// In bytes; a larger tag is not read.
    static let sizeLimit = 64 << 20

    /// 2, 3 or 4.
    let version: UInt8
    /// Whether each frame of v2.4 is unsynchronised.
    let isUnsynchronised: Bool
    /// The frames and the padding.
    let body: [UInt8]

    /// Reads the tag that begins at `offset`; nil if it is of no known version.
    static func read(at offset: Int, of descriptor: Int32) throws(MediaError) -> ID3v2Tag? {
        let header = try FileBytes.read(10, at: offset, of: descriptor)
        guard header.isID3v2Header, (2...4).contains(header[3]) else { return nil }
        // Some writers forget that sizes have seven bits a byte.
        let size = header.syncsafe(at: 6) ?? header.bigEndian(at: 6)
        guard size <= sizeLimit else {
            throw MediaError(.tagsUnreadable, "ID3v2 size=\(size)")
        }
        let body = try FileBytes.read(size, at: offset + 10, of: descriptor)
        return ID3v2Tag(version: header[3], flags: header[5], body)
    }

    private init(version: UInt8, flags: UInt8, _ raw: [UInt8]) {
        self.version = version
        isUnsynchronised = flags & 0x80 != 0
        // Up to v2.3 the whole tag is unsynchronised, sizes and all; from v2.4 each frame is.
        let bytes = isUnsynchronised && version < 4 ? Self.resynchronised(raw[...]) : raw
        let hasExtendedHeader = flags & 0x40 != 0 && version > 2
        body =
            hasExtendedHeader
            ? Array(bytes.dropFirst(Self.extendedHeaderSize(bytes, version))) : bytes
    }

    /// In v2.3 the stated size leaves out its own four bytes; in v2.4 it does not.
    private static func extendedHeaderSize(_ bytes: [UInt8], _ version: UInt8) -> Int {
        // A flag without a header: a frame's name stands there.
        if ID3v2FrameName(Array(bytes.prefix(4)), version: version) != nil { return 0 }
        return version == 3
            ? 4 + bytes.bigEndian(at: 0) : bytes.syncsafe(at: 0) ?? bytes.bigEndian(at: 0)
    }

    /// Takes out the zero that stands behind each 0xFF (ID3v2.4 §6.1).
    static func resynchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isAfterFF = false
        for byte in bytes {
            if !(isAfterFF && byte == 0) { result.append(byte) }
            isAfterFF = byte == 0xFF
        }
        return result
    }
}
