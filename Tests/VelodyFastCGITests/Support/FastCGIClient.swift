/// Speaks the FastCGI records of a web server (FastCGI specification 1.0, section 3).
final class FastCGIClient {
    /// The record types that a web server sends.
    enum Kind: UInt8 { case begin = 1, abort = 2, parameters = 4, input = 5 }

    let connection: UnixConnection

    init(to path: String) throws { connection = try UnixConnection(to: path) }

    /// Begins a request; `parameters` may repeat a name.
    convenience init(
        to path: String, _ parameters: [(String, String)], keepingConnection: Bool = false
    ) throws {
        try self.init(to: path)
        begin(keepingConnection: keepingConnection)
        send(.parameters, parameters.flatMap { Self.pair(Array($0.utf8), Array($1.utf8)) })
        send(.parameters, [])
    }

    func begin(role: UInt8 = 1, keepingConnection: Bool = false) {
        send(.begin, [0, role, keepingConnection ? 1 : 0, 0, 0, 0, 0, 0])
    }

    /// Sends a part of the body; without bytes, its end.
    func sendInput(_ bytes: [UInt8] = []) { send(.input, bytes) }

    func send(_ kind: Kind, _ content: [UInt8], version: UInt8 = 1) {
        connection.send(Self.header(kind, count: content.count, version: version) + content)
    }

    /// Ends the body, reads the answer until the server closes, and closes as a web server does:
    /// libfcgi waits up to two seconds for that.
    func answer() -> FastCGIAnswer {
        defer { connection.close() }
        sendInput()
        return FastCGIAnswer(records: connection.receiveAll())
    }

    static func header(_ kind: Kind, count: Int, version: UInt8 = 1) -> [UInt8] {
        [version, kind.rawValue, 0, 1, UInt8(count >> 8), UInt8(count & 255), 0, 0]
    }

    static func pair(_ name: [UInt8], _ value: [UInt8]) -> [UInt8] {
        length(name.count) + length(value.count) + name + value
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count > 127 else { return [UInt8(count)] }
        return [
            UInt8(count >> 24) | 0x80, UInt8(count >> 16 & 255), UInt8(count >> 8 & 255),
            UInt8(count & 255),
        ]
    }
}
