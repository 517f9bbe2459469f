import Testing

extension RunningInstance {
    /// nginx's line on a request that was answered; it writes that once the answer is out.
    func accessLine(of answer: HTTPAnswer) throws -> String? {
        let id = try #require(answer.value("x-request-id"))
        return try eventually { accessLine(of: id) }
    }

    /// nginx's line on the request of this identifier, once it is there.
    func accessLine(of requestID: String) -> String? {
        log(of: "access").split(separator: "\n").first {
            $0.contains("\"requestId\":\"\(requestID)\"")
        }.map(String.init)
    }
}
