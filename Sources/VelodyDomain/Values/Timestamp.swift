/// A moment, in microseconds since 1970-01-01T00:00:00Z: PostgreSQL's precision.
package struct Timestamp: Hashable, Comparable, Sendable {
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    package static func < (left: Self, right: Self) -> Bool {
        left.microseconds < right.microseconds
    }

    /// From 1970 to the end of the year 9999.
    package static let fourDigitYears =
        Timestamp(microseconds: 0)...Timestamp(microseconds: 253_402_300_799_999_999)

    /// This moment moved by whole seconds.
    package func advanced(bySeconds seconds: Int) -> Timestamp {
        Timestamp(microseconds: microseconds + Int64(seconds) * 1_000_000)
    }

    /// RFC 3339, UTC, milliseconds (cut, not rounded): `2026-11-30T02:34:04.123Z`.
    package var rfc3339: String {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: Self.longestRFC3339) { appendRFC3339(to: &$0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The most bytes that ``rfc3339`` has: of years beyond 9999, or before the year 0.
    package static let longestRFC3339 = 27

    /// Appends the bytes of ``rfc3339``.
    package func appendRFC3339(to output: inout OutputSpan<UInt8>) {
        let date = CivilDate(daysSinceEpoch: day)
        let time = secondOfDay
        let milliseconds = Int((microseconds - floorSeconds * 1_000_000) / 1_000)
        if (0..<10_000).contains(date.year) {
            Self.append(date.year / 100, nil, to: &output)
            Self.append(date.year % 100, "-", to: &output)
        } else {
            for digit in "\(date.year)-".utf8 { output.append(digit) }
        }
        Self.append(date.month, "-", to: &output)
        Self.append(date.day, "T", to: &output)
        Self.append(time / 3_600, ":", to: &output)
        Self.append(time / 60 % 60, ":", to: &output)
        Self.append(time % 60, ".", to: &output)
        output.append(UInt8(ascii: "0") + UInt8(milliseconds / 100))
        Self.append(milliseconds % 100, "Z", to: &output)
    }

    /// The `IMF-fixdate` of RFC 9110 section 5.6.7: `Mon, 30 Nov 2026 02:34:04 GMT`.
    package var imfFixdate: String {
        let date = CivilDate(daysSinceEpoch: day)
        let time = secondOfDay
        return date.weekdayName + ", " + Self.padded(date.day, 2) + " " + date.monthName + " "
            + Self.padded(date.year, 4) + " " + Self.padded(time / 3_600, 2) + ":"
            + Self.padded(time / 60 % 60, 2) + ":" + Self.padded(time % 60, 2) + " GMT"
    }

    private var floorSeconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    private var day: Int {
        let (quotient, remainder) = floorSeconds.quotientAndRemainder(dividingBy: 86_400)
        return Int(remainder < 0 ? quotient - 1 : quotient)
    }

    private var secondOfDay: Int { Int(floorSeconds) - day * 86_400 }

    /// Two digits, and what follows them.
    private static func append(
        _ value: Int, _ mark: Unicode.Scalar?, to output: inout OutputSpan<UInt8>
    ) {
        output.append(UInt8(ascii: "0") + UInt8(value / 10))
        output.append(UInt8(ascii: "0") + UInt8(value % 10))
        if let mark { output.append(UInt8(ascii: mark)) }
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
