/// How far a frame reaches, whatever its size says.
///
/// iTunes wrote plain sizes into v2.4, others seven bits a byte into v2.3, and some wrote sizes
/// that are simply wrong: what leads to the next frame is meant.
struct ID3v2FrameReach {
    /// In bytes: how far a lost frame is looked for.
    private static let searchLimit = 64 * 1024

    let tag: ID3v2Tag
    /// The frame's header.
    let head: [UInt8]
    /// What is behind the header.
    let content: ByteStream

    /// In bytes, without the header.
    func size(_ file: inout FileWindow) throws(MediaError) -> Int {
        let (stated, other) = sizes
        if let other, try rank(other, &file) > rank(stated, &file) { return other }
        if stated <= content.limit { return stated }
        if let next = try nextKnownFrame(in: content, from: 0, &file) { return next }
        return content.limit
    }

    /// How many bytes from `start` on, where a frame should begin and none does, are gone over.
    func gap(from start: ByteStream, _ file: inout FileWindow) throws(MediaError) -> Int {
        let stated = sizes.stated
        if stated > 0, try leadsOn(stated, &file) { return head.count + stated }
        if let next = try nextKnownFrame(in: start, from: 1, &file) { return next }
        return start.limit
    }

    /// As the version has it, and as writers in error have it, where that differs.
    private var sizes: (stated: Int, other: Int?) {
        let plain = tag.version == 2 ? head.bigEndian(at: 3, 3) : head.bigEndian(at: 4)
        guard tag.version > 2, let safe = head.syncsafe(at: 4), safe != plain else {
            return (plain, nil)
        }
        return tag.version == 4 ? (safe, plain) : (plain, safe)
    }

    /// How well a size fits: not at all, to zeros as pictures hold them too, or to a frame, the end,
    /// or zeros up to the end.
    private func rank(_ size: Int, _ file: inout FileWindow) throws(MediaError) -> Int {
        guard try leadsOn(size, &file) else { return 0 }
        guard content.isPlain || size <= Self.searchLimit else { return 1 }
        var behind = content
        try behind.skip(size, of: &file)
        var zeros = behind
        let bytes = try zeros.read(Self.searchLimit, of: &file)
        return bytes.first == 0 && !bytes.allSatisfy { $0 == 0 } ? 1 : 2
    }

    private func leadsOn(_ size: Int, _ file: inout FileWindow) throws(MediaError) -> Bool {
        guard size <= content.limit else { return false }
        // Decoding far ahead for each frame of a hostile tag would cost too much.
        if size > Self.searchLimit, !content.isPlain { return true }
        var behind = content
        try behind.skip(size, of: &file)
        return try tag.leadsOn(behind, &file)
    }

    /// How many bytes stand before the next frame that is worth finding.
    private func nextKnownFrame(
        in start: ByteStream, from first: Int, _ file: inout FileWindow
    ) throws(MediaError) -> Int? {
        guard tag.version > 2 else { return nil }
        var stream = start
        let bytes = try stream.read(Self.searchLimit, of: &file)
        return bytes.indices.dropFirst(first).dropLast(11).first { place in
            // All of them begin with one of two letters: A or T.
            guard bytes[place] == 0x54 || bytes[place] == 0x41 else { return false }
            let size = bytes.bigEndian(at: place + 4)
            return Self.known.contains(bytes.bigEndian(at: place)) && size > 0
                // A text, or a picture, begins with its encoding.
                && size <= start.limit && bytes[place + 10] <= 3
        }
    }

    private static let known = [
        "TIT2", "TPE1", "TPE2", "TALB", "TCON", "TRCK", "TPOS", "TDRC", "TYER", "APIC",
    ].map { Array($0.utf8).bigEndian(at: 0) }
}
