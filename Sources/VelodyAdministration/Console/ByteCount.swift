/// Numbers of bytes as a person reads them.
enum ByteCount {
    /// `999 B`, `1.2 kB`, `3.4 GB`: powers of 1 000, as disks are sold.
    static func text(_ bytes: Int64) -> String {
        guard bytes >= 1_000 else { return "\(bytes) B" }
        var tenths = bytes / 100
        var unit = 0
        let units = ["kB", "MB", "GB", "TB", "PB"]
        while tenths >= 10_000, unit < units.count - 1 {
            tenths /= 1_000
            unit += 1
        }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
