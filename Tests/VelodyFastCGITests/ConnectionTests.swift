import Testing
import VelodyFastCGI
import VelodyHTTP
import VelodyRuntime

/// Connections that do not behave like a web server's.
@Suite struct ConnectionTests {
    /// Bytes that are no request.
    enum Nonsense: CaseIterable {
        case text, wrongVersion, unknownRole, parametersFirst, lyingLength, hugeLength, cutHeader
        case nothing

        var bytes: [UInt8] {
            let begin = FastCGIClient.header(.begin, count: 8) + [0, 1, 0, 0, 0, 0, 0, 0]
            return switch self {
            case .text: Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
            case .wrongVersion: [9] + begin.dropFirst()
            case .unknownRole: FastCGIClient.header(.begin, count: 8) + [0, 99, 0, 0, 0, 0, 0, 0]
            case .parametersFirst: FastCGIClient.header(.parameters, count: 0)
            case .lyingLength:
                begin + FastCGIClient.header(.parameters, count: 4) + [200, 1, 65, 66]
                    + FastCGIClient.header(.parameters, count: 0)
            // CVE-2025-23016: lengths whose sum overflows.
            case .hugeLength:
                begin + FastCGIClient.header(.parameters, count: 10)
                    + [255, 255, 255, 255, 255, 255, 255, 255, 65, 66]
                    + FastCGIClient.header(.parameters, count: 0)
            case .cutHeader: Array(begin.prefix(5))
            case .nothing: []
            }
        }
    }

    @Test(arguments: Nonsense.allCases)
    func `what is no request is dropped without an answer`(nonsense: Nonsense) throws {
        let rig = try Rig(threads: .init(api: 1)) { _, _ in .response(.text("ok")) }
        defer { rig.end() }
        let connection = try UnixConnection(to: rig.api)
        connection.send(nonsense.bytes)
        connection.finishSending()
        #expect(FastCGIAnswer(records: connection.receiveAll()).output.isEmpty)
        // The only thread goes on.
        #expect(try rig.request("GET").body == Array("ok".utf8))
        #expect(RunningServer.eventually { rig.server.records.count == 1 })
    }

    @Test func `a connection that is asked to be kept is closed all the same`() throws {
        let rig = try Rig(threads: .init(api: 1)) { _, _ in .response(.text("ok")) }
        defer { rig.end() }
        for _ in 0..<3 {
            let client = try FastCGIClient(
                to: rig.api, Rig.parameters("GET", "/"), keepingConnection: true)
            // The answer is read until the other side closes; the only thread goes on.
            #expect(client.answer().body == Array("ok".utf8))
        }
    }

    @Test func `a few threads answer many clients at once`() throws {
        let rig = try Rig(threads: .init(api: 4)) { request, _ in
            .response(.text(request.target))
        }
        defer { rig.end() }
        let clients = try (0..<300).map { number in
            try FastCGIClient(to: rig.api, Rig.parameters("GET", "/\(number)"))
        }
        for (number, client) in clients.enumerated() {
            #expect(client.answer().body == Array("/\(number)".utf8))
        }
    }
}
