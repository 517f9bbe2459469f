/// How far a long work is.
package struct Progress: Equatable, Sendable {
    /// What is counted: `files`.
    package let unit: String
    package let done: Int64
    /// What there is in all, as far as known.
    package let total: Int64
    /// How much was read, in bytes.
    package let bytes: Int64

    package init(unit: String, done: Int64, total: Int64, bytes: Int64) {
        self.unit = unit
        self.done = done
        self.total = total
        self.bytes = bytes
    }

    /// Whole per cents, 0–100.
    var percent: Int { total <= 0 ? 100 : Int(min(100, done * 100 / total)) }

    /// As programs see it.
    var record: Record {
        Record(
            "progress", "",
            [
                ("unit", .text(unit)), ("done", .integer(done)), ("total", .integer(total)),
                ("bytes", .integer(bytes)),
            ])
    }
}
