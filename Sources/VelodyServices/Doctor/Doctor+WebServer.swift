import VelodyDomain

/// nginx, and the way through it to the server.
extension Doctor {
    /// 1.22, as ``number(_:)`` counts.
    private static let oldestWebServer = 1_022

    var webServerVersion: Diagnosis {
        guard let text = host.webServer.version else {
            return .wrong("nginx", "nginx is not installed.", "apt install nginx")
        }
        guard Self.number(text) >= Self.oldestWebServer else {
            return .wrong("nginx", "nginx is \(text); 1.22 is needed.", "apt install nginx")
        }
        return .fine("nginx", "nginx \(text).")
    }

    /// `1.22.1` is 1022.
    private static func number(_ version: String) -> Int {
        let parts = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
        return (parts.first ?? 0) * 1_000 + (parts.count > 1 ? parts[1] : 0)
    }

    var webServerTest: Diagnosis {
        guard let test = host.webServer.test else {
            return .unseen(
                "nginx-configuration", "Only root may let nginx test its configuration.",
                "Call velody-admin doctor as root")
        }
        guard test.contains("test is successful") else {
            return .wrong(
                "nginx-configuration", "nginx does not take its configuration: \(test)",
                "Mend what it names; nginx -t tests it again")
        }
        return .fine("nginx-configuration", "nginx takes its configuration.")
    }

    var site: [Diagnosis] {
        guard let site = host.webServer.site else {
            return [
                .wrong(
                    "site", "The site is not enabled: there is no \(host.webServer.sitePath).",
                    "velody-setup")
            ]
        }
        let faults = slots(site) + library(site)
        return faults.isEmpty
            ? [.fine("site", "The site is enabled, and fits the server's settings.")] : faults
    }

    /// One upload thread takes the refusals that free the others.
    private func slots(_ site: String) -> [Diagnosis] {
        let number = Self.values(of: "limit_conn velody_uploads", in: site).first.flatMap {
            Int($0)
        }
        guard let number, number < plan.uploadThreads else {
            let found = number.map { "\($0) uploads" } ?? "any number of uploads"
            return [
                .wrong(
                    "site", "nginx lets \(found) through to \(plan.uploadThreads) threads.",
                    "velody-setup writes the site anew")
            ]
        }
        return []
    }

    private func library(_ site: String) -> [Diagnosis] {
        let expected = plan.storageRoot + "/library/"
        guard Self.values(of: "alias", in: site).contains(expected) else {
            return [
                .wrong(
                    "site", "nginx serves another library than \(expected)",
                    "velody-setup writes the site anew")
            ]
        }
        return []
    }

    /// The rest of each line that begins so, without its semicolon.
    private static func values(of directive: String, in site: String) -> [String] {
        site.split(separator: "\n").compactMap { line in
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard line.hasPrefix(directive + " "), line.hasSuffix(";") else { return nil }
            return line.dropFirst(directive.count + 1).dropLast().filter { $0 != "\"" }
        }
    }

    var sockets: [Diagnosis] {
        host.sockets.keys.sorted().map { path in
            host.sockets[path] == true
                ? .fine("sockets", "Somebody listens at \(path).")
                : .wrong(
                    "sockets", "Nobody listens at \(path), where nginx passes requests to.",
                    "systemctl start velody-api.socket velody-upload.socket")
        }
    }

    var server: Diagnosis {
        guard let answer = host.answer else {
            return .unseen("server", "The server was not asked.", "Is curl installed?")
        }
        guard answer.status == 200 else {
            let what = answer.status == 0 ? "Nobody answers" : "The answer is \(answer.status)"
            return .wrong(
                "server", "\(what) at PUBLIC_BASE_URL.",
                "systemctl status nginx velody, journalctl -u velody")
        }
        if let version = answer.version, version != plan.version {
            return .doubtful(
                "server", "The server that runs is \(version), installed is \(plan.version).",
                "systemctl restart velody")
        }
        return .fine("server", "Velody \(plan.version) answers, and is well.")
    }
}
