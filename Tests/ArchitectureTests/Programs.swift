/// The programs that sources and tests start, and the package of each.
///
/// A developer's machine has more than a clean one: what is missing there fails only there.
enum Programs {
    /// Present on every Debian: its package is essential.
    private static let essential: Set<String> = [
        "/bin/cat", "/bin/sh", "/nowhere/program", "cat", "chmod", "cp", "env", "id", "mktemp",
        "mount", "nsenter", "sh", "sha256sum",
        "stat", "timeout", "touch",
        "truncate", "umount", "unshare",
    ]
    /// Asked only where they are; that they are missing is one of their answers.
    private static let optional: Set<String> = ["timedatectl"]
    private static let packages = [
        "/usr/sbin/nginx": "nginx-light",
        "curl": "curl", "ffmpeg": "ffmpeg", "ffprobe": "ffmpeg", "flock": "util-linux", "jq": "jq",
        "lame": "lame",
        "openssl": "openssl", "pg_dump": "postgresql", "psql": "postgresql",
        "python3": "python3-yaml",
        "setpriv": "util-linux", "sox": "sox", "strace": "strace",
    ]

    /// Every start of a program by a literal name that `installed` does not provide.
    static func violations(in source: SourceText, installed: Set<String>) -> [String] {
        let starts = source.lines.joined(separator: "\n").matches(of: #/\bCommand\(\s*"([^"\\]+)"/#)
        return starts.map { String($0.1) }.filter { name in
            !essential.union(optional).contains(name) && !installed.contains(packages[name] ?? "")
        }.map { "\(source.path): \($0)" }
    }
}
