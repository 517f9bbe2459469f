import VelodyRuntime

extension RunningInstance {
    /// The statuses of many requests of one token, one after the other as fast as can be.
    func burst(_ count: Int, _ path: String, token: String) throws -> [String] {
        let words = [
            "--silent", "--cacert", certificate, "--noproxy", "*", "--write-out", "%{http_code}\n",
            "--header", "Authorization: Bearer \(token)",
        ]
        let urls = (0..<count).flatMap { _ in ["--output", "/dev/null", url + path] }
        return try Command("curl", words + urls).output().text.split(separator: "\n")
            .map(String.init)
    }
}
