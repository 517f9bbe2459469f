import FoundationEssentials
import Testing
import VelodyRuntime

/// What large requests leave behind in the server.
@Suite(.instance) struct HeapTests {
    private let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    /// Resident memory of the server, in bytes.
    private func resident() throws -> Int {
        let pid = try #require(instance.pids()["velody-server"])
        let status = FileManager().contents(atPath: "/proc/\(pid)/status") ?? Data()
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("VmRSS") }
        return 1_024 * (try #require(line.flatMap { Int($0.filter(\.isNumber)) }))
    }

    @Test func `what large bodies took is given back`() throws {
        let device = try TestDevice(on: instance)
        // Many small values are what costs a parser most.
        let body = #"{"filename":[\#(String(repeating: "1,", count: 500_000))1]}"#
        let file = instance.home + "/large.json"
        try Data(body.utf8).write(to: URL(filePath: file))
        let before = try resident()
        let words = [
            "--silent", "--parallel", "--parallel-immediate", "--cacert", instance.certificate,
            "--noproxy", "*", "--header", "Authorization: Bearer \(device.token)", "--json",
            "@" + file, "--write-out", "%{http_code}\n",
        ]
        let urls = (0..<16).flatMap { _ in
            ["--output", "/dev/null", instance.url + "/api/v1/uploads/prepare"]
        }
        let statuses = try Command("curl", words + urls).output().text.split(separator: "\n")
        #expect(statuses == Array(repeating: "400", count: 16))
        let after = try instance.eventually { () -> Int? in
            let now = try resident()
            return now < before + 20_000_000 ? now : nil
        }
        #expect(after != nil, "\(before) bytes before")
    }
}
