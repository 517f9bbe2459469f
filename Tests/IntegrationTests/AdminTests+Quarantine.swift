import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// `velody-admin quarantine` on a running instance.
extension AdminTests {
    private struct Refused: Decodable {
        let id: String
        let filename: String?
        let code: String?
    }

    private func refused(_ bytes: [UInt8], as name: String) throws -> (TestDevice, Refused) {
        let device = try TestDevice(on: instance)
        #expect([415, 422].contains(try device.upload(bytes, as: name).status))
        let lines = try instance.admin("quarantine", "list").text.split(separator: "\n")
        let all = try lines.map { try JSONDecoder().decode(Refused.self, from: Data($0.utf8)) }
        return (device, try #require(all.first { $0.filename == name }))
    }

    @Test func `a refused song that can be played is released, and plays`() throws {
        let bytes = SongFixture(seed: 71, frameCount: 2).bytes
        let (device, refused) = try refused(bytes, as: "short.mp3")
        #expect(refused.code == "invalid-audio")
        struct Released: Decodable {
            let trackId: String
            let warnings: [String]
        }
        let answer = try instance.admin("quarantine", "release", refused.id)
        #expect(answer.status == .exited(0), "\(answer.text)")
        let released = try JSONDecoder().decode(Released.self, from: Data(answer.bytes))
        #expect(released.warnings.suffix(2) == ["too-few-frames", "released-from-quarantine"])
        #expect(try device.get("/tracks/\(released.trackId)/file").body == bytes)
        #expect(try instance.admin("quarantine", "show", refused.id).status == .exited(1))
        #expect(try device.prepare(bytes).status == 200)
    }

    @Test func `a refused song is released although its device is sending it once more`() throws {
        let bytes = SongFixture(seed: 73, frameCount: 2).bytes
        let device = try TestDevice(on: instance)
        let id = try device.open(bytes)
        #expect(try device.patch(id, bytes, at: 0).status == 204)
        #expect(try device.post("/uploads/\(id)/finalize").status == 422)
        let again = try device.open(bytes)
        #expect(again != id)
        let answer = try instance.admin("quarantine", "release", id)
        #expect(answer.status == .exited(0), "\(answer.text)")
        #expect(try device.prepare(bytes).status == 200)
        #expect(try device.delete("/uploads/\(again)").status == 204)
    }

    @Test func `what is no audio stays in quarantine until it is purged`() throws {
        let page = Array(
            "<!DOCTYPE html><html>\(String(repeating: "x", count: 4_000))</html>".utf8)
        let (_, refused) = try refused(page, as: "page.mp3")
        let answer = try instance.admin("quarantine", "release", refused.id)
        #expect(answer.status == .exited(1))
        #expect(answer.text.contains("not of a kind of audio"))
        #expect(try instance.admin("quarantine", "show", refused.id).status == .exited(0))
        #expect(try instance.admin("quarantine", "purge", refused.id).status == .exited(0))
        #expect(try instance.admin("quarantine", "show", refused.id).status == .exited(1))
    }
}
