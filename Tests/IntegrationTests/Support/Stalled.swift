import FoundationEssentials
import VelodyRuntime

/// A request that was begun over TLS and says no more, until it is ended.
final class Stalled {
    private var client: ChildProcess
    private let lifeline: OwnedDescriptor
    private let answer: OwnedDescriptor

    /// Sends `bytes` and lets them arrive: nginx passes on what it has when the client pauses.
    init(
        _ instance: RunningInstance, _ bytes: [UInt8], pausing milliseconds: Int32 = 500
    ) throws {
        let input = try OwnedDescriptor.pipe()
        let output = try OwnedDescriptor.pipe()
        var command = Command(
            "timeout",
            [
                "60", "openssl", "s_client", "-quiet", "-nocommands", "-connect",
                "127.0.0.1:\(instance.port)",
            ])
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        command.descriptors = [0: input.reader.number, 1: output.writer.number, 2: nothing.number]
        client = try command.spawn()
        lifeline = input.keepWriter()
        answer = output.keepReader()
        lifeline.write(bytes)
        ProcessEvents.pause(milliseconds: milliseconds)
    }

    /// Sends more of the request.
    func send(_ bytes: some Sequence<UInt8>) { lifeline.write(Array(bytes)) }

    /// What came until the server closed the connection.
    func answerToEnd() -> [UInt8] {
        let bytes = answer.readToEnd()
        _ = client.wait()
        return bytes
    }

    /// Ends the client and returns what it was answered.
    func end() -> String {
        ProcessEvents.pause(milliseconds: 200)
        client.kill()
        _ = client.wait()
        return String(decoding: answer.readToEnd(), as: UTF8.self)
    }
}
