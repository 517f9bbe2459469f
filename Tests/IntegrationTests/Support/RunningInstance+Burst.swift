import VelodyRuntime

extension RunningInstance {
    /// The statuses of many requests of one token, one after the other as fast as can be.
    ///
    /// `options` are further words for `curl`.
    func burst(
        _ count: Int, _ path: String, token: String, options: [String] = []
    ) throws -> [String] {
        let words = [
            "--silent", "--cacert", certificate, "--noproxy", "*", "--write-out", "%{http_code}\n",
            "--header", "Authorization: Bearer \(token)",
        ]
        let urls = (0..<count).flatMap { _ in ["--output", "/dev/null", url + path] }
        return try Command("curl", words + options + urls).output().text.split(separator: "\n")
            .map(String.init)
    }
}
