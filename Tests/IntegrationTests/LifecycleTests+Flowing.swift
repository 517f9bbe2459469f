import FoundationEssentials
import Glibc
import Synchronization
import Testing
import VelodyRuntime

/// Uploads that are asked to stop while their bytes flow: they hear why.
extension LifecycleTests {
    /// A PATCH of a body much longer than any test, at some rate (curl's notation).
    private final class Flow: Sendable {
        private let said = Mutex<String?>(nil)

        init(_ instance: RunningInstance, _ device: TestDevice, _ id: String, rate: String) throws {
            let file = instance.home + "/\(UUID().uuidString)"
            _ = try Command("truncate", ["-s", "1000M", file]).output()
            let words = [
                "--silent", "--cacert", instance.certificate, "--noproxy", "*", "--limit-rate",
                rate,
                "--request", "PATCH", "--header", "Authorization: Bearer \(device.token)",
                "--header", "Upload-Offset: 0",
                "--header", "Content-Type: application/offset+octet-stream", "--upload-file", file,
                "--write-out", " %{http_code}", "\(instance.url)/api/v1/uploads/\(id)",
            ]
            _ = WorkerThread.start("flow") {
                let text = (try? Command("curl", words).output().text) ?? "nothing"
                try? FileManager().removeItem(atPath: file)
                self.said.withLock { $0 = text }
            }
        }

        /// What the client was told in the end.
        func answer(_ instance: RunningInstance) throws -> String? {
            try instance.eventually { self.said.withLock { $0 } }
        }
    }

    private func open(_ seed: UInt64) throws -> String {
        struct Opened: Decodable { let uploadId: String }
        return try device.prepare(song(seed), size: 1_000 << 20).decode(Opened.self).uploadId
    }

    /// Until the server has received something.
    private func awaitFlow(_ id: String) throws {
        let size = try instance.eventually { () -> Bool? in
            let found = try? FileManager().attributesOfItem(
                atPath: "\(instance.storageRoot)/incoming/\(id).part")
            return found?[.size] as? Int ?? 0 > 0 ? true : nil
        }
        try #require(size == true)
    }

    /// U19: 502 and "try again" would have it steal the upload back.
    @Test(arguments: ["10G", "5M", "500k"])
    func `a PATCH that flows is told that another one took over`(rate: String) throws {
        let id = try open(100 + UInt64(rate.utf8.count))
        let flow = try Flow(instance, device, id, rate: rate)
        try awaitFlow(id)
        let newcomer = try instance.eventually { () -> HTTPAnswer? in
            let answer = try device.patch(id, [1], at: 0)
            return answer.status == 409 ? answer : nil
        }
        #expect(newcomer?.text.contains("offset-mismatch") == true)
        let answer = try flow.answer(instance)
        #expect(answer?.hasSuffix(" 409") == true, "\(answer ?? "nothing")")
        #expect(answer?.contains("upload-taken-over") == true, "\(answer ?? "nothing")")
        #expect(try device.delete("/uploads/\(id)").status == 204)
    }

    /// U20.
    @Test func `a PATCH that flows is told that its upload was cancelled`() throws {
        let id = try open(110)
        let flow = try Flow(instance, device, id, rate: "10G")
        try awaitFlow(id)
        #expect(try device.delete("/uploads/\(id)").status == 204)
        let answer = try flow.answer(instance)
        let isGone = answer?.hasSuffix(" 404") == true && answer?.contains("not-found") == true
        let isTaken =
            answer?.hasSuffix(" 409") == true && answer?.contains("upload-taken-over") == true
        #expect(isGone || isTaken, "\(answer ?? "nothing")")
    }

    /// U22.
    @Test func `a PATCH that flows when the server stops keeps its bytes, and hears 503`() throws {
        let id = try open(120)
        let flow = try Flow(instance, device, id, rate: "20M")
        try awaitFlow(id)
        let pid = try signal("velody-server", SIGTERM)
        try awaitReplacement(of: "velody-server", pid)
        let answer = try flow.answer(instance)
        #expect(answer?.hasSuffix(" 503") == true, "\(answer ?? "nothing")")
        let offset = try device.head("/uploads/\(id)").value("upload-offset")
        #expect(Int(offset ?? "") ?? 0 > 0)
        #expect(try device.delete("/uploads/\(id)").status == 204)
    }
}
