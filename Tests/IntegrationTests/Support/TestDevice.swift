import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain

/// A registered device of an instance, speaking the contract.
struct TestDevice: Sendable {
    /// The parts of a problem document that tests look at.
    struct Problem: Decodable {
        let status: Int
        let code: String
        let requestId: String
        var expectedOffset: Int64?
        var offset: Int64?
        var sizeBytes: Int64?
        var maxBytes: Int64?
        var detectedType: String?
        var errors: [Violation]?
    }

    struct Violation: Decodable {
        var pointer: String?
        var parameter: String?
        var header: String?
    }

    let instance: RunningInstance
    let token: String
    let id: String

    /// A device that somebody else registered.
    init(of instance: RunningInstance, token: String, id: String) {
        self.instance = instance
        self.token = token
        self.id = id
    }

    /// Registers a new device.
    init(on instance: RunningInstance) throws {
        struct Registered: Decodable {
            struct Device: Decodable { let id: String }
            let device: Device
            let token: String
        }
        let body = #"{"platform":"cli","deviceName":"test","appVersion":"1"}"#
        let answer = try instance.http(
            "POST", "/api/v1/devices/register", token: instance.bootstrapSecret,
            fields: ["Content-Type: application/json"], body: Array(body.utf8))
        let registered = try answer.decode(Registered.self)
        self.instance = instance
        token = registered.token
        id = registered.device.id
    }

    /// A device that an instance knows by its token, wherever it was registered.
    init(on instance: RunningInstance, token: String) {
        self.instance = instance
        self.token = token
        id = ""
    }

    func get(_ path: String, _ fields: [String] = []) throws -> HTTPAnswer {
        try instance.http("GET", "/api/v1" + path, token: token, fields: fields)
    }

    func head(_ path: String) throws -> HTTPAnswer {
        try instance.http("HEAD", "/api/v1" + path, token: token)
    }

    func post(_ path: String, _ json: String? = nil) throws -> HTTPAnswer {
        try instance.http(
            "POST", "/api/v1" + path, token: token,
            fields: json == nil ? [] : ["Content-Type: application/json"],
            body: json.map { Array($0.utf8) })
    }

    func delete(_ path: String) throws -> HTTPAnswer {
        try instance.http("DELETE", "/api/v1" + path, token: token)
    }

    /// Announces a file and returns the answer.
    func prepare(_ bytes: [UInt8], size: Int? = nil, more: String = "") throws -> HTTPAnswer {
        let hash = OpenSSLCryptography().sha256(bytes).hex
        return try post(
            "/uploads/prepare",
            #"{"sha256":"\#(hash)","sizeBytes":\#(size ?? bytes.count),"filename":"song.mp3"\#(more)}"#
        )
    }

    /// Opens a session for a file and returns its identifier.
    func open(_ bytes: [UInt8]) throws -> String {
        struct Opened: Decodable { let uploadId: String }
        return try prepare(bytes).decode(Opened.self).uploadId
    }

    /// Appends bytes at an offset.
    func patch(
        _ id: String, _ bytes: [UInt8], at offset: Int, fields: [String] = [],
        version: RunningInstance.Version = .http2, isChunked: Bool = false
    ) throws -> HTTPAnswer {
        var all = ["Upload-Offset: \(offset)", "Content-Type: application/offset+octet-stream"]
        all += fields
        if isChunked { all.append("Transfer-Encoding: chunked") }
        return try instance.http(
            "PATCH", "/api/v1/uploads/\(id)", token: token, fields: all, body: bytes,
            version: version)
    }

    /// Uploads a whole file in one request.
    func upload(
        _ bytes: [UInt8], as name: String = "song.mp3", fields: [String] = []
    ) throws -> HTTPAnswer {
        try instance.withFile(bytes) { path in
            try instance.http(
                "PUT", "/api/v1/uploads/direct/\(name)", token: token, fields: fields,
                options: ["--upload-file", path])
        }
    }

    /// Uploads a song and returns its track's identifier.
    func track(_ bytes: [UInt8]) throws -> String {
        struct Finished: Decodable { let trackId: String }
        let answer = try upload(bytes)
        #expect([200, 201].contains(answer.status), "\(answer.text)")
        return try answer.decode(Finished.self).trackId
    }

    /// Begins a PATCH whose connection breaks after `bytes`, although it announced `length`.
    func cutPatch(
        _ id: String, _ bytes: [UInt8], announcing length: Int?, fields: [String] = []
    ) throws {
        let framing = length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
        let head = patchHead(id, at: 0, fields: [framing] + fields)
        let size = length == nil ? Array("\(String(bytes.count, radix: 16))\r\n".utf8) : []
        try instance.sendAndLeave(Array(head.utf8) + size + bytes)
    }

    /// Begins a PATCH that sends `bytes` of a body of `length` and then says no more.
    func stalledPatch(_ id: String, _ bytes: [UInt8], of length: Int) throws -> Stalled {
        let head = patchHead(id, at: 0, fields: ["Content-Length: \(length)"])
        return try Stalled(instance, Array(head.utf8) + bytes)
    }

    private func patchHead(_ id: String, at offset: Int, fields: [String]) -> String {
        let lines =
            [
                "PATCH /api/v1/uploads/\(id) HTTP/1.1", "Host: localhost",
                "Authorization: Bearer \(token)", "Upload-Offset: \(offset)",
                "Content-Type: application/offset+octet-stream",
            ] + fields
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }
}
