import Testing
import VelodyRuntime

/// A request that lacks its last byte until all others lack theirs too.
struct JointRequest: Sendable {
    let method: String
    let path: String
    let token: String
    let body: [UInt8]

    /// All but the last byte of the body, and what comes before it.
    fileprivate var beginning: [UInt8] {
        let head = """
            \(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
            Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n\
            Content-Length: \(body.count)\r\n\r\n
            """
        return Array(head.utf8) + body.dropLast()
    }
}

extension RunningInstance {
    /// The answers to requests that are all under way before any of them is complete.
    ///
    /// `areUnderWay` says when the server has all of them; without it nginx may hold them back until
    /// they are complete. Each body must have a byte at least.
    func together(
        _ requests: [JointRequest], areUnderWay: () throws -> Bool = { true }
    ) throws -> [HTTPAnswer] {
        let clients = try requests.map { try Stalled(self, $0.beginning, pausing: 0) }
        // Handshakes of many at once take their time.
        ProcessEvents.pause(milliseconds: 1_000)
        try #require(try eventually { try areUnderWay() ? true : nil } == true)
        for (client, request) in zip(clients, requests) { client.send(request.body.suffix(1)) }
        return try zip(clients, requests).map { client, request in
            let answer = try HTTPAnswer(parsing: client.answerToEnd())
            try answer.compareWithContract(request.method, request.path)
            return answer
        }
    }
}
