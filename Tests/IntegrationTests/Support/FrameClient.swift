import Glibc
import VelodyRuntime

/// A connection of HTTP/2 that is spoken frame by frame, for a minute at most.
final class FrameClient {
    private struct Frame {
        let type: UInt8
        let stream: Int
        let payload: ArraySlice<UInt8>
    }

    private var client: ChildProcess
    private let input: OwnedDescriptor
    private let output: OwnedDescriptor
    private var unread: [UInt8] = []

    init(_ instance: RunningInstance) throws {
        let toServer = try OwnedDescriptor.pipe()
        let fromServer = try OwnedDescriptor.pipe()
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        var command = Command(
            "timeout",
            [
                "60", "openssl", "s_client", "-quiet", "-nocommands", "-alpn", "h2", "-connect",
                "127.0.0.1:\(instance.port)",
            ])
        command.descriptors = [
            0: toServer.reader.number, 1: fromServer.writer.number, 2: nothing.number,
        ]
        client = try command.spawn()
        input = toServer.keepWriter()
        output = fromServer.keepReader()
        send(HTTP2Frames.preface)
    }

    deinit {
        client.kill()
        _ = client.wait()
    }

    /// Sends as much as the client takes: once the server has closed it is gone, which is no signal here.
    func send(_ frames: [UInt8]) {
        var rest = frames[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(
                    input.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// The status of a stream's answer, or how else it ended: "reset", "closed".
    func outcome(ofStream number: Int) -> String {
        while let frame = nextFrame() {
            // The connection's own end names no stream.
            if frame.type == 7 { return "closed" }
            guard frame.stream == number else { continue }
            if frame.type == 1 { return Self.status(frame.payload) }
            if frame.type == 3 { return "reset" }
        }
        return "closed"
    }

    /// Waits until the server has closed; false when a minute was not enough.
    func isClosed() -> Bool {
        while nextFrame() != nil {}
        return client.wait() != .exited(124)
    }

    /// nginx writes the common statuses as an index of RFC 7541's table, all others out.
    private static func status(_ block: ArraySlice<UInt8>) -> String {
        let statuses: [UInt8: String] = [
            0x88: "200", 0x89: "204", 0x8a: "206", 0x8b: "304", 0x8c: "400", 0x8d: "404",
            0x8e: "500",
        ]
        guard let first = block.first else { return "nothing" }
        return statuses[first] ?? String(decoding: block.dropFirst(2).prefix(3), as: UTF8.self)
    }

    private func nextFrame() -> Frame? {
        guard fill(9) else { return nil }
        let head = unread.prefix(9).map(Int.init)
        let length = head[0] << 16 | head[1] << 8 | head[2]
        guard fill(9 + length) else { return nil }
        defer { unread.removeFirst(9 + length) }
        return Frame(
            type: unread[3],
            stream: head[5] << 24 | head[6] << 16 | head[7] << 8 | head[8],
            payload: unread[9..<(9 + length)])
    }

    /// Reads until so many bytes are there; false if the server closed before.
    private func fill(_ count: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while unread.count < count {
            let got = unsafe read(output.number, &buffer, buffer.count)
            guard got > 0 else { return false }
            unread += buffer[..<got]
        }
        return true
    }
}
