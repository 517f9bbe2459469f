import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime

/// An answer of some hundred kilobytes whose server is killed while it writes them.
///
/// The client waits for changes. Once it does, nginx is held up, so that the server cannot get rid
/// of more than what the buffers between them take; then there are changes, and it begins to write.
final class BrokenAnswer {
    /// What `curl` says of it.
    struct Said {
        let status: String
        let received: Int
        let announced: Int
        /// That the transfer ended before its end (over HTTP/2: the stream), not that it took too long.
        let isBroken: Bool
    }

    /// How long the client waits, in seconds: as long as it may.
    private static let patience = 25

    private let instance: RunningInstance
    /// Some seconds before its wait is over at the earliest.
    private let deadline: ContinuousClock.Instant
    private var client: ChildProcess
    private let output: OwnedDescriptor

    /// Begins to wait; the library must hold large records.
    init(_ device: TestDevice, version: RunningInstance.Version) throws {
        instance = device.instance
        let newest = try #require(try device.lastEventID())
        let pipe = try OwnedDescriptor.pipe()
        var command = Command(
            "curl",
            [
                version.rawValue, "--silent", "--cacert", device.instance.certificate, "--noproxy",
                "*", "--max-time", "60", "--header", "Authorization: Bearer \(device.token)",
                "--output", "/dev/null", "--write-out",
                "%{http_code} %{size_download} %header{content-length}",
                "\(device.instance.url)/api/v1/sync/changes?after=\(newest)&wait=\(Self.patience)",
            ])
        command.descriptors[1] = pipe.writer.number
        deadline = .now + .seconds(Self.patience - 5)
        client = try command.spawn()
        output = pipe.keepReader()
        let isParked = try instance.eventually {
            try instance.sql(
                "SELECT last_event_id FROM device_sync_cursors WHERE device_id = '\(device.id)'")
                == "\(newest)\n" ? true : nil
        }
        try #require(isParked == true)
    }

    deinit {
        client.kill(SIGKILL)
        _ = client.wait()
    }

    /// Kills the server within its answer; nil where there were no changes while the client waited.
    func breakOff() throws -> Said? {
        let server = try #require(instance.pids()["velody-server"])
        let workers = try self.workers()
        for worker in workers { kill(worker, SIGSTOP) }
        defer { for worker in workers { kill(worker, SIGCONT) } }
        let before = try written(by: server)
        _ = try instance.sql(
            """
            UPDATE tracks SET year = coalesce(year, 1999) + 1
            WHERE id IN (SELECT id FROM tracks LIMIT 20)
            """)
        guard ContinuousClock.now < deadline else { return nil }
        let isWriting = try instance.eventually {
            try written(by: server) > before + 100_000 ? true : nil
        }
        try #require(isWriting == true)
        kill(server, SIGKILL)
        for worker in workers { kill(worker, SIGCONT) }
        let words = String(decoding: output.readToEnd(), as: UTF8.self).split(separator: " ")
        let status = client.wait()
        return Said(
            status: words.first.map(String.init) ?? "",
            received: words.dropFirst().first.flatMap { Int($0) } ?? 0,
            announced: words.dropFirst(2).first.flatMap { Int($0) } ?? 0,
            isBroken: [.exited(18), .exited(92)].contains(status))
    }

    private func workers() throws -> [Int32] {
        let master = try #require(instance.pids()["nginx"])
        let text = try String(
            contentsOfFile: "/proc/\(master)/task/\(master)/children", encoding: .utf8)
        return text.split(separator: " ").compactMap { Int32($0) }
    }

    /// How many bytes a process has written to files, pipes and connections.
    private func written(by pid: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(pid)/io", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("wchar: ") }
        return try #require(line.flatMap { Int($0.dropFirst(7)) })
    }
}
