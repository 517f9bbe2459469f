import FoundationEssentials
import VelodyRuntime

extension RunningInstance {
    /// The versions of HTTP that clients speak.
    enum Version: String, CaseIterable, Sendable {
        case http1 = "--http1.1"
        case http2 = "--http2"
    }

    /// Sends one request with `curl` and returns the answer; throws when none came.
    ///
    /// An answer that is not as docs/openapi.yaml says is an issue.
    /// `path` is sent as it is; a whole URL is taken for one. `options` are further words for `curl`.
    func http(
        _ method: String, _ path: String, token: String? = nil, fields: [String] = [],
        body: [UInt8]? = nil, version: Version = .http2, options: [String] = []
    ) throws -> HTTPAnswer {
        var words = [
            version.rawValue, "--silent", "--include", "--path-as-is", "--noproxy", "*",
            "--cacert", certificate, "--max-time", "120",
        ]
        words += method == "HEAD" ? ["--head"] : ["--request", method]
        if let token { words += ["--header", "Authorization: Bearer \(token)"] }
        for field in fields { words += ["--header", field] }
        words += options + [path.hasPrefix("http") ? path : url + path]
        let received =
            if let body {
                try withFile(body) { try answer(words + ["--data-binary", "@\($0)"]) }
            } else {
                try answer(words)
            }
        // curl 7.88 can lose an early answer's body when HTTP/2 closes the stream that it still sends on.
        if version == .http2, body != nil, received.status >= 400, received.isShort {
            return try http(
                method, path, token: token, fields: fields, body: body, version: .http1,
                options: options)
        }
        // Without TLS there is no API, only the way to it.
        if !path.hasPrefix("http:") { try received.compareWithContract(method, target(of: path)) }
        return received
    }

    /// The path and query of what may be a whole URL.
    private func target(of path: String) -> String {
        guard path.hasPrefix("http") else { return path }
        let slash = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return slash.count > 3 ? "/" + slash[3] : "/"
    }

    /// Sends bytes over TLS as they are, for requests that no client makes, and returns what
    /// came back; the request must make the server close.
    func raw(_ request: String) throws -> HTTPAnswer {
        try withFile(Array(request.utf8)) { path in
            let words = [
                "10", "openssl", "s_client", "-quiet", "-nocommands", "-connect",
                "127.0.0.1:\(port)",
            ]
            var command = Command("timeout", words)
            let nothing = try OwnedDescriptor.appending(to: "/dev/null")
            command.descriptors[2] = nothing.number
            let answer = try HTTPAnswer(parsing: try command.output(input: path).bytes)
            let line = request.prefix { $0 != "\r\n" }.split(separator: " ")
            if line.count == 3 {
                try answer.compareWithContract(String(line[0]), String(line[1]))
            }
            return answer
        }
    }

    /// Lends a file with these bytes.
    func withFile<Result>(_ bytes: [UInt8], _ use: (String) throws -> Result) throws -> Result {
        let path = "\(home)/request-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager().removeItem(atPath: path) }
        return try use(path)
    }

    private func answer(_ words: [String]) throws -> HTTPAnswer {
        try HTTPAnswer(parsing: try Command("curl", words).output().bytes)
    }
}

extension RunningInstance {
    /// Sends bytes over TLS, lets them arrive, and closes the connection without an answer.
    ///
    /// nginx drops what it has not passed on when its client goes; three seconds are ample, also on a busy machine.
    func sendAndLeave(_ bytes: [UInt8]) throws {
        try withFile(bytes) { path in
            let pipeline = #"""
                { cat "$0"; sleep 3; } | timeout 20 openssl s_client -quiet -nocommands -no_ign_eof \
                    -connect 127.0.0.1:"$1" 2>/dev/null
                """#
            _ = try Command("sh", ["-c", pipeline, path, port]).output()
        }
    }

    /// Asks again until `body` returns something, for at most so long.
    func eventually<Value>(
        within seconds: Int = 30, _ body: () throws -> Value?
    ) throws -> Value? {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            if let value = try body() { return value }
            ProcessEvents.pause(milliseconds: 20)
        }
        return nil
    }
}
