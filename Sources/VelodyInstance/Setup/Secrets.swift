import VelodyRuntime

/// The random words of an instance: made once, kept in files that only its owner reads.
struct Secrets: Sendable {
    let layout: Layout
    private let files = FileSystem()

    init(layout: Layout) { self.layout = layout }

    /// The secret called `name`, 64 hex digits; made by OpenSSL when there is none.
    func named(_ name: String) throws(InstanceError) -> String {
        let path = path(of: name)
        if let kept = files.text(of: path), !kept.isEmpty { return kept }
        let made = try Command("openssl", ["rand", "-hex", "32"]).required("making a secret")
        let secret = String(made.prefix { !$0.isNewline })
        try files.write(secret + "\n", to: path, mode: 0o600)
        return secret
    }

    /// The file of the secret called `name`.
    func path(of name: String) -> String { "\(layout.secrets)/\(name)" }
}
