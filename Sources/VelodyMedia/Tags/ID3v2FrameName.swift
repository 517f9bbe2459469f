/// A frame's name: capital letters and digits.
///
/// iTunes wrote names of v2.2 into later tags, filled up with a space or NUL: those are three
/// letters here.
struct ID3v2FrameName: Equatable {
    let text: String

    /// Nil where the bytes are no name: padding, or no frame at all.
    init?(_ bytes: [UInt8], version: UInt8) {
        guard bytes.count == (version == 2 ? 3 : 4) else { return nil }
        let isPadded = bytes.count == 4 && (bytes[3] == 0 || bytes[3] == 0x20)
        let letters = bytes.prefix(isPadded ? 3 : 4)
        guard letters.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { return nil }
        text = String(decoding: letters, as: UTF8.self)
    }
}
