import Testing
import VelodyTesting

/// Requests that could be read as two by somebody, and are at most one here.
@Suite(.instance) struct SmugglingTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    /// What an attacker wants done: the deletion of a song, with a right token.
    private func hidden(_ track: String) -> String {
        """
        DELETE /api/v1/tracks/\(track) HTTP/1.1\r\nHost: a\r\nConnection: close\r
        Authorization: Bearer \(device.token)\r\n\r\n
        """
    }

    private func anySong() throws -> String {
        try device.track(SongFixture(title: "Smuggled", seed: 7_100, frameCount: 60).bytes)
    }

    /// Sends a request before the hidden one, and expects one answer and the song where it was.
    private func answer(
        _ lines: String, _ body: String, to track: String
    ) throws -> HTTPAnswer {
        let answer = try instance.raw(
            "POST /api/v1/devices/heartbeat HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n\(body)"
                + hidden(track))
        #expect(!answer.text.contains("HTTP/1.1 "))
        #expect(try device.get("/tracks/\(track)").status == 200)
        return answer
    }

    /// N4, N9.
    ///
    /// `LENGTH` covers the hidden request too.
    @Test(arguments: [
        "Content-Length: LENGTH\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: LENGTH",
        "Content-Length: 0\r\nContent-Length: LENGTH", "Content-Length: 0, LENGTH",
        "Content-Length: +5", "Content-Length: -1", "Content-Length: ", "Content-Length: 5 5",
        "Content-Length: 1_0", "Content-Length: 18446744073709551617",
        "Content-Length : LENGTH", "Content-Length: LENGTH\r\nTransfer-Encoding : chunked",
        "Content-Length: LENGTH\r\nTransfer-Encoding\t: chunked",
        "Content-Length: LENGTH\r\nTransfer-Encoding:\r\n chunked",
        "X-A: b\r\n Content-Length: LENGTH",
        " X-A: b\r\nContent-Length: LENGTH", "X-A: b\nContent-Length: LENGTH\r\nContent-Length: 0",
        "X-A: b\nTransfer-Encoding: chunked\r\nContent-Length: LENGTH",
        "X-A: b\rTransfer-Encoding: chunked\r\nContent-Length: LENGTH",
        "X-A: b\0c\r\nContent-Length: LENGTH", "X\0A: b\r\nContent-Length: LENGTH",
        "X\u{1}A: b\r\nContent-Length: LENGTH", "Host: b\r\nContent-Length: LENGTH",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    ])
    func `a header that can be read in two ways is 400, and nothing after it is done`(
        lines: String
    ) throws {
        let track = try anySong()
        let length = String("0\r\n\r\n".count + hidden(track).utf8.count)
        let lines = lines.split(separator: "LENGTH", omittingEmptySubsequences: false)
            .joined(separator: length)
        #expect(try answer(lines, "0\r\n\r\n", to: track).status == 400)
    }

    /// N9.
    @Test(arguments: [
        "xchunked", "chunked\t", "\tchunked", "\u{b}chunked", "\"chunked\"", "identity",
        "identity, chunked", "chunked, chunked", "chunked, identity",
    ])
    func `a coding that is not quite chunked is refused, and nothing after it is done`(
        coding: String
    ) throws {
        let track = try anySong()
        for length in ["", "Content-Length: 5\r\n"] {
            let lines = "\(length)Transfer-Encoding: \(coding)"
            #expect(try answer(lines, "0\r\n\r\n", to: track).status == 501)
        }
    }

    /// N9.
    @Test(arguments: [
        "10000000000000002\r\n{}\r\n", "-2\r\n{}\r\n", "+2\r\n{}\r\n", "0x2\r\n{}\r\n",
        "g\r\n{}\r\n", "\r\n{}\r\n", "2\r\n{}XX", "2\r\n{}0\r\n\r\n",
    ])
    func `a chunk of unclear size is 400, and nothing after it is done`(chunk: String) throws {
        let track = try anySong()
        let body = chunk + "0\r\n\r\n"
        #expect(try answer("Transfer-Encoding: chunked", body, to: track).status == 400)
    }

    /// N9.
    @Test func `HTTP 1.0 knows no chunks`() throws {
        let track = try anySong()
        let answer = try instance.raw(
            "POST /api/v1/devices/heartbeat HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                + hidden(track))
        #expect(answer.status == 400)
        #expect(!answer.text.contains("HTTP/1.1 "))
        #expect(try device.get("/tracks/\(track)").status == 200)
    }
}
