/// How long files and functions may be, in lines.
struct Budget {
    let median: Int
    let longest: Int

    static let files = Budget(median: 90, longest: 400)
    static let functions = Budget(median: 8, longest: 60)

    /// What exceeds the budget; the median is a violation without a place.
    func violations(_ measured: [(place: String, length: Int)]) -> [String] {
        let lengths = measured.map(\.length).sorted()
        var found = measured.filter { $0.length > longest }.map {
            "\($0.place): \($0.length) lines"
        }
        if !lengths.isEmpty, lengths[lengths.count / 2] > median {
            found.append("the median is \(lengths[lengths.count / 2]) lines")
        }
        return found
    }
}
