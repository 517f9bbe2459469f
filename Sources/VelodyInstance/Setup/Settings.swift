import FoundationEssentials

/// What the caller of `velody-instance` decided.
package struct Settings: Sendable {
    /// Where the instance lives.
    package let layout: Layout
    /// nginx's port on 127.0.0.1.
    package let port: UInt16
    /// The directory of the built programs.
    package let binaries: String
    /// The checkout: `nginx/` and `sql/` are in it.
    package let sources: String
    /// The environment of the caller; the server gets it too.
    package let environment: [String: String]
    /// The end of standard input stops the instance.
    package let hasLifeline: Bool
    /// Nothing is uploaded or printed after the start.
    package let isQuiet: Bool

    /// Reads options and environment: `--home`, `--binaries`, `--sources`, `--lifeline`, `--quiet`,
    /// `VELODY_HOME` (default `.velody`) and `VELODY_PORT` (8443, 1–65535).
    ///
    /// `directory` is the working directory, `program` the directory of the running program.
    /// Throws `usage`.
    package init(
        options: [String], environment: [String: String], directory: String, program: String
    ) throws(InstanceError) {
        var values = [
            "--home": environment["VELODY_HOME"] ?? ".velody", "--binaries": program,
            "--sources": directory,
        ]
        var flags: Set<String> = []
        var rest = options[...]
        while let option = rest.popFirst() {
            if option == "--lifeline" || option == "--quiet" {
                flags.insert(option)
            } else if values[option] != nil, let value = rest.popFirst() {
                values[option] = value
            } else {
                throw InstanceError(.usage, "unknown option \(option)")
            }
        }
        let text = environment["VELODY_PORT"] ?? "8443"
        guard let port = UInt16(text), port > 0 else {
            throw InstanceError(.usage, "VELODY_PORT is not a port: \(text)")
        }
        func path(_ option: String) -> String {
            Self.absolute(values[option] ?? "", in: directory)
        }
        self.port = port
        let home = path("--home")
        if home.contains(where: { "\"\\$@,".contains($0) || $0.isNewline }) {
            throw InstanceError(
                .usage, "VELODY_HOME must hold no quote, backslash, dollar, at, comma or line feed")
        }
        layout = Layout(home: home)
        binaries = path("--binaries")
        sources = path("--sources")
        self.environment = environment
        hasLifeline = flags.contains("--lifeline")
        isQuiet = flags.contains("--quiet")
    }

    /// The address that clients use.
    package var address: String { "https://127.0.0.1:\(port)" }

    private static func absolute(_ path: String, in directory: String) -> String {
        var path = path.hasPrefix("/") ? path : directory + "/" + path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
