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

    /// Whether a transaction begins with it; `statements` as for ``step(below:_:)``.
    func begins(_ statements: [String: String]) -> Bool {
        guard name == "sendto" else { return false }
        return isQuery("BEGIN") || bound(statements).contains("BEGIN")
    }

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

    /// Statements that go out together: COMMIT if that is among them, else the last, by its verb and its
    /// table if it writes or locks.
    private func statement(_ statements: inout [String: String]) -> String? {
        if isQuery("COMMIT") { return "COMMIT" }
        if let parsed = text.firstMatch(of: #/"P(?:\\.)+?(?:[^"]*?)(s\d+)\\0(.*?)\\0/#) {
            statements[String(parsed.1)] = String(parsed.2)
            return nil
        }
        let bound = bound(statements)
        return bound.contains("COMMIT") ? "COMMIT" : bound.last.flatMap(Self.label)
    }

    /// Whether it is these words, in the simple protocol.
    private func isQuery(_ words: String) -> Bool {
        text.contains(#", "Q"#) && text.contains(words)
    }

    /// The statements that it binds, by their texts.
    private func bound(_ statements: [String: String]) -> [String] {
        guard text.contains(#", "B"#) else { return [] }
        return text.matches(of: #/\\0(s\d+)\\0/#).compactMap { statements[String($0.1)] }
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
