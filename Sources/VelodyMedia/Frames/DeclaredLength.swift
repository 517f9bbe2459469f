/// What a Xing, Info or VBRI header says; it is compared, never believed.
struct DeclaredLength: Equatable {
    /// Nil where the header does not tell.
    var frames: Int?
    /// In samples, as LAME wrote it.
    var encoderDelay: Int?
    /// In samples, as LAME wrote it.
    var encoderPadding: Int?

    /// Reads the header inside the frame of `size` bytes at `start`; nil if that is a frame of audio.
    static func read(
        at start: Int, size: Int, _ header: FrameHeader, of file: inout FileWindow
    ) throws(MediaError) -> DeclaredLength? {
        let frame = try file.bytes(at: start, size)
        let side = header.sideInformationEnd
        // A checksum moves the side information by two bytes; encoders disagree on whether it does.
        for offset in [side, side + 2]
        where frame.holds("Xing", at: offset) || frame.holds("Info", at: offset) {
            return xing(Array(frame[offset...]))
        }
        guard frame.holds("VBRI", at: 36) else { return nil }
        return DeclaredLength(frames: frame.bigEndian(at: 36 + 14))
    }

    /// Whether a frame between others is such a header, as where files were joined.
    @inline(__always)
    static func isHeader(
        at start: Int, _ header: FrameHeader, of file: inout FileWindow
    ) throws(MediaError) -> Bool {
        guard header.layer == 3 else { return false }
        let side = start + header.sideInformationEnd
        var isNamed = isName(try file.word(at: side))
        if !isNamed, header.sideInformationEnd != 36 {
            isNamed = isName(try file.word(at: start + 36))
        }
        if !isNamed, header.hasChecksum { isNamed = isName(try file.word(at: side + 2)) }
        guard isNamed else { return false }
        return try read(at: start, size: header.size ?? 0, header, of: &file) != nil
    }

    /// "Info", "Xing", "VBRI".
    @inline(__always)
    private static func isName(_ word: UInt32?) -> Bool {
        word == 0x496E_666F || word == 0x5869_6E67 || word == 0x5642_5249
    }

    private static func xing(_ bytes: [UInt8]) -> DeclaredLength {
        var declared = DeclaredLength()
        let flags = bytes.bigEndian(at: 4)
        var offset = 8
        for (bit, size) in [(1, 4), (2, 4), (4, 100), (8, 4)] where flags & bit != 0 {
            if bit == 1 { declared.frames = bytes.bigEndian(at: offset) }
            offset += size
        }
        guard offset + 24 <= bytes.count, isEncoderName(bytes[offset]) else { return declared }
        let gap = bytes.bigEndian(at: offset + 21, 3)
        if gap != 0 {
            declared.encoderDelay = gap >> 12
            declared.encoderPadding = gap & 0xFFF
        }
        return declared
    }

    /// LAME, Lavf, Lavc, GOGO: the extension begins with the name of its writer.
    private static func isEncoderName(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
