import VelodyDomain

/// Numbers as tags write them.
enum NumberText {
    /// `3`, `3/12`, `03/06`: each half is nil unless it is a number that is kept.
    static func pair(_ text: String) -> (number: Int?, total: Int?) {
        let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        return (number(halves[0]), halves.count > 1 ? number(halves[1]) : nil)
    }

    private static func number(_ text: Substring) -> Int? {
        let digits = text.filter { $0 != " " }
        guard digits.utf8.allSatisfy(isDigit), let number = Int(digits) else { return nil }
        return TrackMetadata.numbers.contains(number) ? number : nil
    }

    /// The first four digits, at the start of a run of them, that are a year.
    static func year(_ text: String) -> Int? {
        text.utf8.split { !isDigit($0) }.lazy
            .compactMap { Int(String(decoding: $0.prefix(4), as: UTF8.self)) }
            .first(where: TrackMetadata.years.contains)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
