import VelodyRuntime

/// nginx's configuration, rendered from the project's templates.
struct NginxConfiguration: Sendable {
    let settings: Settings
    let sockets: Sockets
    private let files = FileSystem()
    private var layout: Layout { settings.layout }
    private var main: String { layout.nginx + "/nginx.conf" }
    private var site: String { layout.nginx + "/velody.conf" }

    init(settings: Settings, sockets: Sockets) {
        self.settings = settings
        self.sockets = sockets
    }

    /// Writes both files.
    func write() throws(InstanceError) {
        let threads = Int(settings.environment["UPLOAD_THREADS"] ?? "") ?? 16
        let slots = max(1, threads - 2)
        let words = [
            "LISTEN": "127.0.0.1:\(settings.port)", "SERVER_NAME": "localhost", "HSTS": "",
            "CERTIFICATE": quoted(layout.certificate),
            "CERTIFICATE_KEY": quoted(layout.certificateKey),
            "API_SOCKET": sockets.api, "UPLOAD_SOCKET": sockets.upload,
            "LIBRARY_ROOT": layout.storage + "/library",
            "UPLOAD_SLOTS": String(slots), "DEVICE_SLOTS": String(max(1, slots / 3)),
            "ACCESS_LOG": quoted(layout.log(of: "access")),
            "ERROR_LOG": quoted(layout.log(of: "nginx")),
            "CONTRACT": quoted(layout.contract),
        ]
        let limits = RateLimits(settings.environment).words
        try render("velody.conf.template", to: site, words.merging(limits) { word, _ in word })
        try render(
            "instance.conf.template", to: main,
            [
                "USER": Account.areSeparate ? "user \(Account.nginx.rawValue);" : "",
                "NGINX_ROOT": layout.nginx, "SITE": quoted(site),
                "ERROR_LOG": quoted(layout.log(of: "nginx")),
            ])
    }

    /// nginx in the foreground.
    ///
    /// Its master stays root, if we are: it opens logs and the key.
    func server() -> Command {
        Command(
            "setpriv",
            [
                "--pdeathsig", "TERM", "--", "/usr/sbin/nginx", "-p", layout.nginx, "-c", main,
                "-e", layout.log(of: "nginx"),
            ], leadsGroup: true)
    }

    private func quoted(_ path: String) -> String { "\"\(path)\"" }

    private func render(
        _ template: String, to path: String, _ values: [String: String]
    ) throws(InstanceError) {
        let source = "\(layout.programs)/nginx/\(template)"
        guard let text = files.text(of: source) else {
            throw InstanceError(.missingPart, "\(source) is missing")
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            // Comments tell about the placeholders and keep them.
            line.hasPrefix("#") ? String(line) : Template.fill(String(line), with: values)
        }
        try files.write(lines.joined(separator: "\n") + "\n", to: path, mode: 0o644)
    }
}
