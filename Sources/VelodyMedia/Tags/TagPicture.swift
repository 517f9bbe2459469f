/// A picture as a tag holds it: bytes that claim to be one.
struct TagPicture: Equatable {
    /// ID3v2's type of picture (§4.14): 3 is the front cover, 1 and 2 are icons.
    let type: UInt8
    let bytes: [UInt8]

    init(type: UInt8, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }

    /// Reads the content of an APIC or PIC frame; nil for any other frame, and for links.
    init?(_ name: String, _ content: [UInt8]) {
        let mime: ArraySlice<UInt8>
        switch name {
        case "APIC": mime = content.dropFirst().prefix { $0 != 0 }
        case "PIC": mime = content.dropFirst().prefix(3)
        default: return nil
        }
        // "-->" announces an address instead of a picture.
        let typeIndex = mime.endIndex + (name == "APIC" ? 1 : 0)
        guard !mime.elementsEqual("-->".utf8), typeIndex < content.count else { return nil }
        let description = content[(typeIndex + 1)...]
        guard let start = Self.end(of: description, isWide: content[0] == 1 || content[0] == 2)
        else { return nil }
        self.init(type: content[typeIndex], bytes: Array(content[start...]))
    }

    /// Where a description ends: behind one NUL, or behind two at an even place.
    private static func end(of text: ArraySlice<UInt8>, isWide: Bool) -> Int? {
        guard isWide else { return text.firstIndex(of: 0).map { $0 + 1 } }
        let places = stride(from: text.startIndex, to: text.endIndex - 1, by: 2)
        return places.first { text[$0] == 0 && text[$0 + 1] == 0 }.map { $0 + 2 }
    }
}
