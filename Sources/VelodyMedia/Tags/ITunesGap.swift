/// What iTunes says in a comment of its own about the silence around a song.
enum ITunesGap {
    /// In bytes: such an item takes less than half of it.
    private static let largest = 1024
    /// In samples.
    private static let plausible = 0...1 << 20

    /// Looks for the comment among the items of an MP4 file, in samples; nil where none is in order.
    ///
    /// Opens no other item, so that it costs little whatever they are.
    static func read(
        in items: Range<Int>, of file: inout FileWindow
    ) throws(MediaError) -> (delay: Int, padding: Int)? {
        for item in try MP4Atom.all(in: items, of: &file)
        where item.name == "----" && item.content.count <= largest {
            let parts = try MP4Atom.all(in: item.content, of: &file)
            guard try MP4Items.name(of: parts, &file) == "ITUNSMPB",
                let data = parts.first(where: { $0.name == "data" })?.content.dropFirst(8)
            else { continue }
            let text = try file.bytes(at: data.lowerBound, data.count)
            return gap(String(decoding: text, as: UTF8.self))
        }
        return nil
    }

    /// The second and the third of some numbers to the base 16.
    private static func gap(_ text: String) -> (delay: Int, padding: Int)? {
        let numbers = text.split(separator: " ").prefix(3).map { Int($0, radix: 16) }
        guard numbers.count == 3, let delay = numbers[1], let padding = numbers[2],
            plausible.contains(delay), plausible.contains(padding)
        else { return nil }
        return (delay, padding)
    }
}
