/// Files that are known by their first bytes, and are not MPEG audio whatever else they hold.
struct Container: Equatable {
    let mediaType: String
    /// Where a RIFF/WAVE file holds Layer III frames (format tag 0x55).
    var layer3: Range<Int>?

    /// The container that begins at `offset`, which is behind all tags.
    static func find(at offset: Int, in file: inout FileWindow) throws(MediaError) -> Container? {
        let head = try file.bytes(at: offset, 64)
        if head.holds("RIFF"), head.holds("WAVE", at: 8) {
            return Container(
                mediaType: "audio/x-wav", layer3: try layer3Data(from: offset + 12, in: &file))
        }
        if head.holds("MZ") { return try program(head, at: offset, in: &file) }
        return magics.first { $0.begins(head) }.map { Container(mediaType: $0.mediaType) }
    }

    private struct Magic {
        let bytes: [UInt8]
        let offset: Int
        let mediaType: String

        init(_ bytes: [UInt8], _ mediaType: String) {
            (self.bytes, offset, self.mediaType) = (bytes, 0, mediaType)
        }

        init(_ text: String, at offset: Int = 0, _ mediaType: String) {
            (bytes, self.offset, self.mediaType) = (Array(text.utf8), offset, mediaType)
        }

        func begins(_ head: [UInt8]) -> Bool {
            head.count >= offset + bytes.count && head[offset...].starts(with: bytes)
        }
    }

    private static let magics = [
        Magic("fLaC", "audio/flac"),
        Magic("OggS", "audio/ogg"),
        Magic("ftyp", at: 4, "video/mp4"),
        Magic("RIFF", "application/octet-stream"),
        Magic("FORM", "audio/x-aiff"),
        Magic("caff", "audio/x-caf"),
        Magic("wvpk", "audio/x-wavpack"),
        Magic("MAC ", "audio/x-ape"),
        Magic("MPCK", "audio/x-musepack"),
        Magic("TTA1", "audio/x-tta"),
        Magic("DSD ", "audio/x-dsf"),
        Magic("ADIF", "audio/aac"),
        Magic("MThd", "audio/midi"),
        Magic("%PDF", "application/pdf"),
        Magic("PK\u{3}\u{4}", "application/zip"),
        Magic("Rar!", "application/x-rar"),

        Magic("\u{7F}ELF", "application/x-executable"),
        Magic([0x30, 0x26, 0xB2, 0x75], "video/x-ms-asf"),
        Magic([0x1A, 0x45, 0xDF, 0xA3], "video/x-matroska"),
        Magic([0x37, 0x7A, 0xBC, 0xAF], "application/x-7z-compressed"),
        Magic([0x1F, 0x8B, 0x08], "application/gzip"),
        Magic([0x89, 0x50, 0x4E, 0x47], "image/png"),
        Magic([0xCA, 0xFE, 0xBA, 0xBE], "application/x-mach-binary"),
        Magic([0xCF, 0xFA, 0xED, 0xFE], "application/x-mach-binary"),
    ]

    /// A program for Windows; two letters alone would say too little.
    private static func program(
        _ head: [UInt8], at offset: Int, in file: inout FileWindow
    ) throws(MediaError) -> Container? {
        let signature = try file.bytes(at: offset + head.littleEndian(at: 60), 4)
        guard signature.holds("PE\u{0}\u{0}") else { return nil }
        return Container(mediaType: "application/x-dosexec")
    }

    /// The data chunk, if the format chunk says Layer III.
    private static func layer3Data(
        from first: Int, in file: inout FileWindow
    ) throws(MediaError) -> Range<Int>? {
        var offset = first
        var isLayer3 = false
        for _ in 0..<64 {
            let chunk = try file.bytes(at: offset, 10)
            guard chunk.count == 10 else { return nil }
            let size = chunk.littleEndian(at: 4)
            if chunk.holds("fmt ") { isLayer3 = chunk.littleEndian(at: 8, 2) == 0x55 }
            if chunk.holds("data") {
                return isLayer3 ? offset + 8..<min(file.size, offset + 8 + size) : nil
            }
            offset += 8 + size + size % 2
        }
        return nil
    }
}
