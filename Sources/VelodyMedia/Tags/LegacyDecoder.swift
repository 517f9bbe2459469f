import CIconv
import Glibc
import VelodyDomain

/// Reads text of one encoding, by the C library's own tables.
///
/// Confined to one thread. The tables are files: a decoder has to be opened before the fence goes up.
@safe final class LegacyDecoder {
    private let converter: Converter

    private init(_ converter: consuming Converter) { self.converter = converter }

    /// A decoder for each encoding that the system has.
    static func openAll() -> [LegacyEncoding: LegacyDecoder] {
        var decoders: [LegacyEncoding: LegacyDecoder] = [:]
        for encoding in LegacyEncoding.allCases { decoders[encoding] = open(encoding) }
        return decoders
    }

    /// A decoder for one encoding; nil where the system does not have it.
    static func open(_ encoding: LegacyEncoding) -> LegacyDecoder? {
        guard let converter = Converter.open(encoding.systemName) else { return nil }
        return LegacyDecoder(converter)
    }

    /// The text, with U+FFFD for what is not of the encoding; `isWhole` tells that there is none.
    func text(_ bytes: ArraySlice<UInt8>) -> (text: String, isWhole: Bool) {
        converter.reset()
        // No byte becomes more than one letter, and no letter has more than four bytes; what is
        // marked as wrong has three.
        var output = [UInt8](repeating: 0, count: bytes.count * 4 + Converter.reserve)
        var (input, used, isWhole) = (Array(bytes), 0, true)
        while true {
            let (taken, made, isDone) = converter.convert(input, into: &output, from: used)
            used = made
            if isDone { break }
            isWhole = false
            output.replaceSubrange(used..<used + 3, with: Array("\u{FFFD}".utf8))
            used += 3
            input.removeFirst(min(taken + 1, input.count))
        }
        return (String(decoding: output[..<used], as: UTF8.self), isWhole)
    }
}

/// Owns one conversion of iconv(3) to UTF-8.
@safe private struct Converter: ~Copyable {
    /// In bytes: room for what is held back until the end.
    static let reserve = 32

    private let raw: iconv_t

    private init(owning raw: iconv_t) { unsafe self.raw = raw }
    deinit { unsafe iconv_close(raw) }

    /// Nil where the system does not have it.
    static func open(_ name: String) -> Converter? {
        guard let raw = unsafe iconv_open("UTF-8", name),
            Int(bitPattern: raw) != -1
        else { return nil }
        return unsafe Converter(owning: raw)
    }

    /// Forgets what went before.
    func reset() { _ = unsafe iconv(raw, nil, nil, nil, nil) }

    /// Converts until the end, or to a byte that is not of the encoding.
    ///
    /// Tells how many bytes of the input were taken, and where the output ends now.
    func convert(
        _ input: [UInt8], into output: inout [UInt8], from start: Int
    ) -> (taken: Int, end: Int, isDone: Bool) {
        var source = input
        return unsafe source.withUnsafeMutableBytes { source in
            unsafe output.withUnsafeMutableBytes { output in
                var from = unsafe source.bindMemory(to: CChar.self).baseAddress
                var to = unsafe output.bindMemory(to: CChar.self).baseAddress.map {
                    unsafe $0 + start
                }
                var (left, room) = (source.count, output.count - start)
                let failed = -1
                var isDone = unsafe iconv(raw, &from, &left, &to, &room) != failed
                // Some letters are held back until it is known that no mark follows.
                if isDone {
                    isDone = unsafe iconv(raw, nil, nil, &to, &room) != failed
                }
                return (source.count - left, output.count - room, isDone)
            }
        }
    }
}

extension LegacyEncoding {
    /// What the C library calls it: the variant that tags of such a system really hold.
    fileprivate var systemName: String {
        switch self {
        case .windows874: "CP874"
        case .iso1: "CP1252"
        case .iso9: "CP1254"
        case .macCyrillic: "MAC-CYRILLIC"
        case .shiftJIS: "WINDOWS-31J"
        case .eucJP: "EUC-JP-MS"
        case .gbk: "GB18030"
        case .big5: "BIG5-HKSCS"
        case .eucKR: "CP949"
        default: rawValue.replacing("windows-", with: "CP").uppercased()
        }
    }
}
