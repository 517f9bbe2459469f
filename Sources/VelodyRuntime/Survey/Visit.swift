import FoundationEssentials
import VelodyDomain

/// Asks the server how it is, through this machine's own nginx, as clients do.
///
/// Whether its certificate is the right one is not judged here: a connection to oneself has nobody
/// in between.
struct Visit {
    /// What is asked for.
    ///
    /// Of a path in `PUBLIC_BASE_URL` only a web server before nginx knows.
    let question: String
    private let host: String
    private let port: Int

    /// `url` is `PUBLIC_BASE_URL`.
    init(_ url: String) {
        var parts = URLComponents(string: url)
        parts?.path = "/api/v1/health"
        question = parts?.string ?? url
        host = parts?.host ?? "localhost"
        port = parts?.port ?? (parts?.scheme == "http" ? 80 : 443)
    }

    /// Nil where there is nothing to ask with.
    ///
    /// A server that is not well is asked three times: its disk
    /// may have been busy for a moment.
    func answer() -> HostFacts.Answer? {
        let words = [
            "--silent", "--insecure", "--max-time", "10", "--retry", "2", "--retry-max-time", "10",
            "--connect-to", "::127.0.0.1:\(port)", "--write-out", "\n%{http_code}", question,
        ]
        guard let text = Command("curl", words).said(evenFailing: true) else { return nil }
        let status = text.split(separator: "\n").last.flatMap { Int($0) } ?? 0
        return HostFacts.Answer(status: status, version: Self.version(in: text))
    }

    /// When the certificate that nginx shows ends; nil where it shows none.
    func certificateEnd() -> Timestamp? {
        let script = """
            openssl s_client -connect "127.0.0.1:$1" -servername "$0" </dev/null 2>/dev/null |
                openssl x509 -noout -enddate -dateopt iso_8601
            """
        let command = Command("timeout", ["10", "sh", "-c", script, host, String(port)])
        return command.said().flatMap(Self.end)
    }

    /// `notAfter=2026-12-31 23:59:59Z`.
    static func end(_ text: String) -> Timestamp? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let moment = text[text.index(after: equals)...].filter { !$0.isNewline }
        let date = try? Date(moment.replacing(" ", with: "T"), strategy: .iso8601)
        return date.map { Timestamp(microseconds: Int64($0.timeIntervalSince1970) * 1_000_000) }
    }

    /// The member `version` of the answer.
    static func version(in text: String) -> String? {
        text.firstMatch(of: #/"version":"([^"]+)"/#).map { String($0.1) }
    }
}
