/// The SHA-256 of a file's bytes (FIPS 180-4): the name under which content is stored.
package struct ContentHash: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes of the digest.
    package let bytes: [UInt8]

    /// Takes a digest of exactly 32 bytes; any other length is nil.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// The digest that begins with `first` and goes on with 31 times `rest`: an end of a range.
    package init(beginningWith first: UInt8, rest: UInt8) {
        bytes = [first] + [UInt8](repeating: rest, count: 31)
    }

    /// Reads 64 lower-case hex digits; anything else, upper case included, is nil.
    package init?(hex: some StringProtocol) {
        let digits = Array(hex.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = Self.value(of: digits[index]),
                let low = Self.value(of: digits[index + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// The 64 lower-case hex digits.
    package var hex: String {
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for byte in bytes {
            text.append(Self.digit(byte >> 4))
            text.append(Self.digit(byte & 0x0F))
        }
        return String(decoding: text, as: UTF8.self)
    }

    package var description: String { hex }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
