/// A bar that is drawn again only when it would look different.
struct ProgressBar {
    private static let width = 30

    /// Whether it is on the screen.
    var isDrawn = false
    private var shown: Int?

    /// Whether `progress` is a whole per cent beyond what was shown last.
    mutating func isDue(_ progress: Progress) -> Bool {
        guard progress.percent != shown else { return false }
        shown = progress.percent
        return true
    }

    /// `[#####.....]  42 %  420 of 1000 files, 3.1 GB read`, without a line feed.
    func draw(_ progress: Progress) -> String {
        let filled = Self.width * progress.percent / 100
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: ".", count: Self.width - filled)
        return "[\(bar)] \(progress.percent) %  \(progress.done) of \(progress.total)"
            + " \(progress.unit), \(ByteCount.text(progress.bytes)) read"
    }
}
