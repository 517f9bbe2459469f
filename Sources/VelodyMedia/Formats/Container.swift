import VelodyDomain

/// Files that are known by their first bytes, and are not MPEG audio whatever else they hold.
struct Container: Equatable {
    /// What is to be done about one.
    enum Kind: Equatable {
        /// It may hold a song: its structure is read.
        case flac, ogg, mp4, riff
        case refused
    }

    let kind: Kind
    let mediaType: String

    private init(_ kind: Kind, _ mediaType: String) {
        (self.kind, self.mediaType) = (kind, mediaType)
    }

    /// The container that begins at `offset`, which is behind all tags.
    static func find(at offset: Int, in file: inout FileWindow) throws(MediaError) -> Container? {
        let head = try file.bytes(at: offset, 64)
        if head.holds("MZ") { return try program(head, at: offset, in: &file) }
        let isWave = head.holds("WAVE", at: 8) || head.holds("RMP3", at: 8)
        for (magic, container) in songs where head.holds(magic.text, at: magic.offset) {
            if container.kind != .riff || isWave { return container }
        }
        if try isMovie(head, at: offset, in: &file) {
            return Container(.mp4, MediaType.m4a.rawValue)
        }
        return magics.first { $0.begins(head) }.map { Container(.refused, $0.mediaType) }
    }

    /// Writers of before 2003 had no `ftyp`; others put room for one in front.
    private static func isMovie(
        _ head: [UInt8], at offset: Int, in file: inout FileWindow
    ) throws(MediaError) -> Bool {
        guard ["moov", "mdat", "free", "skip", "wide"].contains(where: { head.holds($0, at: 4) })
        else { return false }
        return try MP4Atom.first("moov", in: offset..<file.size, of: &file) != nil
    }

    private static let songs: [((text: String, offset: Int), Container)] = [
        (("fLaC", 0), Container(.flac, MediaType.flac.rawValue)),
        (("OggS", 0), Container(.ogg, MediaType.vorbis.rawValue)),
        (("ftyp", 4), Container(.mp4, MediaType.m4a.rawValue)),
        (("RIFF", 0), Container(.riff, MediaType.wav.rawValue)),
        (("RF64", 0), Container(.riff, MediaType.wav.rawValue)),
        (("BW64", 0), Container(.riff, MediaType.wav.rawValue)),
    ]

    private struct Magic {
        let bytes: [UInt8]
        let mediaType: String

        init(_ bytes: [UInt8], _ mediaType: String) {
            (self.bytes, self.mediaType) = (bytes, mediaType)
        }

        init(_ text: String, _ mediaType: String) {
            (bytes, self.mediaType) = (Array(text.utf8), mediaType)
        }

        func begins(_ head: [UInt8]) -> Bool { head.starts(with: bytes) }
    }

    private static let magics = [
        Magic("RIFF", "application/octet-stream"),
        Magic("RIFX", MediaType.wav.rawValue),
        Magic("FORM", "audio/x-aiff"),
        Magic("caff", "audio/x-caf"),
        Magic("wvpk", "audio/x-wavpack"),
        Magic("MAC ", "audio/x-ape"),
        Magic("MPCK", "audio/x-musepack"),
        Magic("MP+", "audio/x-musepack"),
        Magic("TTA1", "audio/x-tta"),
        Magic("tBaK", "audio/x-tak"),
        Magic("DSD ", "audio/x-dsf"),
        Magic("FRM8", "audio/x-dff"),
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
        return Container(.refused, "application/x-dosexec")
    }
}
