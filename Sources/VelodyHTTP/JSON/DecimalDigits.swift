/// Integers as decimal digits.
enum DecimalDigits {
    /// Appends at most 20 bytes.
    static func append(_ value: Int64, to output: inout OutputSpan<UInt8>) {
        if value < 0 { output.append(UInt8(ascii: "-")) }
        // Backwards, since the last digit is the first to be known.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        var rest = value.magnitude
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        for index in start..<digits.count { output.append(digits[index]) }
    }
}
