import FoundationEssentials
import VelodyRuntime

/// A client of the public API, on `curl`.
struct Visitor {
    /// What came back; status 0 when nothing did.
    struct Answer {
        let status: Int
        let body: Data

        var isSuccess: Bool { (200...299).contains(status) }

        /// Decodes the body of an expected status; throws `notAnswering` for any other.
        func decode<Value: Decodable>(
            _ type: Value.Type, status expected: ClosedRange<Int>
        ) throws(InstanceError) -> Value {
            guard expected.contains(status),
                let value = try? JSONDecoder().decode(type, from: body)
            else {
                let text = String(decoding: body.prefix(500), as: UTF8.self)
                throw InstanceError(.notAnswering, "status \(status): \(text)")
            }
            return value
        }
    }

    let settings: Settings
    private var layout: Layout { settings.layout }

    init(settings: Settings) { self.settings = settings }

    func get(_ path: String, token: String? = nil) throws(InstanceError) -> Answer {
        try send(path, token, ["--max-time", "10"])
    }

    func post(_ path: String, token: String, json: String) throws(InstanceError) -> Answer {
        try send(path, token, ["-H", "Content-Type: application/json", "--data-binary", json])
    }

    func put(_ path: String, token: String, file: String) throws(InstanceError) -> Answer {
        try send(path, token, ["--upload-file", file])
    }

    /// The token goes by way of a file: arguments can be read by everyone.
    private func send(
        _ path: String, _ token: String?, _ words: [String]
    ) throws(InstanceError) -> Answer {
        let files = FileSystem()
        let header = layout.secrets + "/authorization"
        var options = [
            "--silent", "--cacert", layout.certificate, "--write-out", "\n%{http_code}",
            "--noproxy", "*",
        ]
        if let token {
            try files.write("Authorization: Bearer \(token)\n", to: header, mode: 0o600)
            options += ["-H", "@\(header)"]
        }
        let output = try? Command("curl", options + words + [settings.address + path]).output()
        if token != nil { try files.remove(header) }
        guard let output, let split = output.bytes.lastIndex(of: 0x0a) else {
            throw InstanceError(.missingPart, "curl does not run: .ci/install-packages")
        }
        let status = String(decoding: output.bytes[(split + 1)...], as: UTF8.self)
        return Answer(status: Int(status) ?? 0, body: Data(output.bytes[..<split]))
    }
}
