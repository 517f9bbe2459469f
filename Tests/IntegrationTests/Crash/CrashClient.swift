import VelodyCrypto
import VelodyDomain
import VelodyRuntime

/// A client that gives up nothing: it goes on where the server says, as docs/examples/upload.sh.
struct CrashClient {
    /// What the server must never do, whatever died.
    struct Broken: Error {
        let what: String
    }

    let device: TestDevice
    let bytes: [UInt8]
    /// The upload that was opened for it.
    private(set) var upload: String?
    /// How many bytes the server has acknowledged.
    private(set) var acknowledged = 0

    init(_ device: TestDevice, _ bytes: [UInt8]) {
        self.device = device
        self.bytes = bytes
    }

    var hash: String { OpenSSLCryptography().sha256(bytes).hex }

    /// Announces the song; nil where no answer came.
    @discardableResult mutating func prepare() -> HTTPAnswer? {
        struct Opened: Decodable { var uploadId: String? }
        guard let answer = try? device.prepare(bytes) else { return nil }
        if let id = try? answer.decode(Opened.self).uploadId {
            if id != upload { acknowledged = 0 }
            upload = id
        }
        return answer
    }

    /// Sends what lies between; nil where no answer came.
    @discardableResult mutating func patch(_ range: Range<Int>) -> HTTPAnswer? {
        guard let upload,
            let answer = try? device.patch(upload, Array(bytes[range]), at: range.lowerBound)
        else { return nil }
        note(answer)
        return answer
    }

    @discardableResult func finalize() -> HTTPAnswer? {
        upload.flatMap { try? device.post("/uploads/\($0)/finalize") }
    }

    private mutating func note(_ answer: HTTPAnswer) {
        guard answer.status == 204, let offset = answer.value("upload-offset") else { return }
        acknowledged = max(acknowledged, Int(offset) ?? 0)
    }

    /// Brings the song into the library, or hears for good that it is refused.
    ///
    /// - Returns: the last answer.
    mutating func goOn() throws -> HTTPAnswer {
        for _ in 0..<100 {
            if let answer = try attempt() { return answer }
            ProcessEvents.pause(milliseconds: 100)
        }
        throw Broken(what: "the client comes to no end")
    }

    /// One round of upload.sh; nil for "not now".
    private mutating func attempt() throws -> HTTPAnswer? {
        guard let asked = try useful(prepare()) else { return nil }
        if asked.status == 200, asked.text.contains(#""status":"exists""#) { return asked }
        guard let upload, let offset = try offset(of: upload) else { return nil }
        if offset < bytes.count, try useful(patch(offset..<bytes.count)) == nil { return nil }
        return try useful(finalize())
    }

    /// Never less than was acknowledged.
    private func offset(of upload: String) throws -> Int? {
        guard let answer = try useful(try? device.head("/uploads/\(upload)")) else { return nil }
        let offset = Int(answer.value("upload-offset") ?? "") ?? -1
        guard offset >= acknowledged else {
            throw Broken(what: "\(acknowledged) bytes were acknowledged, \(offset) are there")
        }
        return offset
    }

    /// Nil for what may be tried again; a lock that outlives its holder is none of that.
    private func useful(_ answer: HTTPAnswer?) throws -> HTTPAnswer? {
        guard let answer else { return nil }
        if answer.status == 423 { throw Broken(what: "a lock has outlived its holder") }
        if answer.status == 500 { throw Broken(what: answer.text) }
        return [409, 429].contains(answer.status) || answer.status > 500 ? nil : answer
    }
}
