import VelodyRuntime

/// One system call of a trace, as `strace -y` writes it.
struct TracedCall: Sendable {
    /// The name of the system call.
    let name: String
    /// How many calls of this name the same thread or process made before, and this one.
    let ordinal: Int
    private let text: String

    /// Nil for what is no call: ends, signals.
    init?(line: some StringProtocol, counting counts: inout [String: Int]) {
        guard let open = line.firstIndex(of: "("), !line.hasPrefix("+"), !line.hasPrefix("-")
        else { return nil }
        let name = String(line[..<open])
        counts[name, default: 0] += 1
        self.name = name
        ordinal = counts[name] ?? 1
        text = String(line[open...])
    }

    /// Whether a transaction begins with it.
    var begins: Bool { name == "sendto" && text.contains("BEGIN") }

    /// The step of an operation that it is; nil for what changes nothing that lasts.
    ///
    /// `statements` are the texts of prepared statements by their names.
    func step(below root: String, _ statements: inout [String: String]) -> String? {
        switch name {
        case "openat": text.contains("O_CREAT") ? "create \(place(below: root))" : nil
        case "write": text.contains("<socket:") ? "answer" : nil
        case "sendto": statement(&statements)
        case "fdatasync", "fsync", "syncfs", "pwrite64", "ftruncate", "fchmod", "mkdir", "rename",
            "unlink",
            "rmdir", "link":
            "\(name) \(place(below: root))"
        default: nil
        }
    }

    /// The last path of the call, below the storage, without what differs from run to run.
    private func place(below root: String) -> String {
        guard let start = text.ranges(of: root + "/").last?.upperBound else { return "elsewhere" }
        let path = text[start...].prefix { $0 != "\"" && $0 != ">" }
        return path.split(separator: "/").map(Self.general).joined(separator: "/")
    }

    /// A name without what differs from run to run.
    private static func general(_ name: Substring) -> String {
        if name.count == 2 { return "**" }
        if name.hasPrefix(".") { return ".*" }
        if name.prefixMatch(of: #/\d{8}T/#) != nil { return "*" }
        let parts = name.split(separator: ".", maxSplits: 1)
        guard let stem = parts.first, stem.count >= 32 else { return String(name) }
        return parts.count == 2 ? "*.\(parts[1])" : "*"
    }

    /// A statement that writes or locks, by its verb and its table.
    private func statement(_ statements: inout [String: String]) -> String? {
        if text.contains("COMMIT") { return "COMMIT" }
        if let parsed = text.firstMatch(of: #/"P(?:\\.)+?(?:[^"]*?)(s\d+)\\0(.*)/#) {
            statements[String(parsed.1)] = String(parsed.2)
            return nil
        }
        guard let run = text.firstMatch(of: #/"B.*?\\0(s\d+)\\0/#),
            let sql = statements[String(run.1)]
        else { return nil }
        return Self.label(of: sql)
    }

    private static func label(of sql: String) -> String? {
        if let lock = sql.firstMatch(of: #/pg_advisory_\w+/#) { return String(lock.0) }
        let writes = #/(INSERT INTO|UPDATE|DELETE FROM) (\w+)/#
        // When a device was last seen is told now and then.
        return sql.firstMatch(of: writes).map { "\($0.1) \($0.2)" }.flatMap {
            $0 == "UPDATE devices" ? nil : $0
        }
    }
}
