import FoundationEssentials
import VelodyRuntime

/// Many clients that send their bodies as slowly as can be, until they are ended.
final class Crowd {
    private let instance: RunningInstance
    private let body: String
    private var clients: ChildProcess

    /// Begins `count` requests at once and waits until all are connected.
    init(_ instance: RunningInstance, count: Int, _ method: String, _ path: String) throws {
        self.instance = instance
        body = "\(instance.home)/crowd-\(UUID().uuidString)"
        try Data(repeating: 0x20, count: 900_000).write(to: URL(filePath: body))
        let words = [
            "60", "curl", "--http1.1", "--silent", "--parallel", "--parallel-immediate",
            "--parallel-max", String(count), "--limit-rate", "100", "--cacert",
            instance.certificate, "--noproxy", "*", "--request", method, "--data-binary",
            "@" + body,
        ]
        let urls = (0..<count).map { _ in instance.url + path }
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        var command = Command("timeout", words + urls)
        command.descriptors = [1: nothing.number, 2: nothing.number]
        clients = try command.spawn()
        _ = try instance.eventually { self.connected >= count ? true : nil }
    }

    /// How many connections nginx has open.
    var connected: Int {
        let table = (try? Command("cat", ["/proc/net/tcp"]).output().text) ?? ""
        let port = ":" + String(UInt16(instance.port) ?? 0, radix: 16, uppercase: true)
        return table.split(separator: "\n").count { line in
            let words = line.split(separator: " ")
            return words.count > 3 && words[1].hasSuffix(port) && words[3] == "01"
        }
    }

    /// Ends all of them.
    func end() {
        clients.kill()
        _ = clients.wait()
        try? FileManager().removeItem(atPath: body)
    }
}
