import Testing
import VelodyTesting

/// One of several requests that are under way at the same time.
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

    /// The answer, which must be as the contract says.
    fileprivate func answer(to client: Stalled) throws -> HTTPAnswer {
        let answer = try HTTPAnswer(parsing: client.answerToEnd())
        try answer.compareWithContract(method, path)
        return answer
    }
}

extension RunningInstance {
    /// The answers to requests that lack their last byte until the server has all of them.
    ///
    /// `areUnderWay` says when it has. nginx must pass bodies on as they come, and each must have a
    /// byte at least.
    func together(
        _ requests: [JointRequest], areUnderWay: () throws -> Bool
    ) throws -> [HTTPAnswer] {
        let clients = try requests.map { try Stalled(self, $0.beginning, pausing: 0) }
        try #require(try eventually { try areUnderWay() ? true : nil } == true)
        for (client, request) in zip(clients, requests) { client.send(request.body.suffix(1)) }
        return try zip(requests, clients).map { try $0.answer(to: $1) }
    }

    /// The answers to finalizes of one content, whose lock is free once the server has all of them.
    ///
    /// As many as there are threads for them are then at work, and the others wait for those.
    func finalizeTogether(
        _ uploads: [(device: TestDevice, id: String)], of bytes: [UInt8]
    ) throws -> [HTTPAnswer] {
        let requests = uploads.map {
            JointRequest(
                method: "POST", path: "/api/v1/uploads/\($0.id)/finalize",
                token: $0.device.token, body: Array("{}".utf8))
        }
        let content = try HeldLock(ofContent: bytes, on: self)
        let clients = try requests.map { request in
            try Stalled(self, request.beginning + request.body.suffix(1), pausing: 0)
        }
        try #require(try eventually { try ingesting() == requests.count ? true : nil } == true)
        content.release()
        return try zip(requests, clients).map { try $0.answer(to: $1) }
    }

    /// How many requests are in the lane of those that look into files.
    private func ingesting() throws -> Int {
        let page = try Scrape(try http("GET", "/metrics").text)
        return ["velody_lane_busy_threads", "velody_lane_queued_requests"]
            .map { Int(page.value($0, ["lane": "ingest"]) ?? 0) }.reduce(0, +)
    }
}
