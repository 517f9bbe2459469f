import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime
import VelodyTesting

/// What the server does before it promises something, seen from outside by `strace`.
@Suite(.serialized, .instance) struct DurabilityTests {
    private let instance: RunningInstance
    private let device: TestDevice
    private let song = SongFixture(title: "Durable", seed: 8_100, frameCount: 400).bytes
    private let other = SongFixture(title: "Named", seed: 8_101, frameCount: 400).bytes

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    /// The server's system calls while `body` runs, one a line, in order.
    private func calls(during body: () throws -> Void) throws -> [String] {
        let pid = try #require(instance.pids()["velody-server"])
        let path = instance.home + "/strace-\(UUID().uuidString)"
        let kinds = "trace=pwrite64,fdatasync,fsync,link,linkat,sendto,write"
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        var tracer = try Command(
            "strace", ["-f", "-s", "64", "-e", kinds, "-o", path, "-p", String(pid)],
            descriptors: [2: nothing.number]
        ).spawn()
        let attached = try instance.eventually { () -> Bool? in
            let status = FileManager().contents(atPath: "/proc/\(pid)/status") ?? Data()
            return String(decoding: status, as: UTF8.self).contains("TracerPid:\t0\n") ? nil : true
        }
        #expect(attached == true)
        do { try body() } catch {
            tracer.kill(SIGINT)
            _ = tracer.wait()
            throw error
        }
        tracer.kill(SIGINT)
        _ = tracer.wait()
        let text = String(decoding: FileManager().contents(atPath: path) ?? Data(), as: UTF8.self)
        // A call that another thread's interrupts in the trace counts from its end.
        return text.split(separator: "\n").map(String.init).filter { !$0.contains("unfinished") }
    }

    /// Where the last line before `end` is that holds `text`.
    private func last(_ text: String, in lines: [String], before end: Int) throws -> Int {
        try #require(lines[..<end].lastIndex { $0.contains(text) }, "no \(text)")
    }

    /// U13, U21.
    @Test func `bytes are on the disk before the offset that promises them`() throws {
        let id = try device.open(song)
        let lines = try calls {
            let answer = try device.patch(id, song, at: 0)
            #expect(answer.status == 204)
        }
        let answer = try last("Status: 204", in: lines, before: lines.count)
        let row = try last("sendto", in: lines, before: answer)
        let synchronized = try last("fdatasync", in: lines, before: row)
        let written = try last("pwrite64", in: lines, before: lines.count)
        #expect(written < synchronized)
    }

    @Test func `a blob is on the disk, its name too, before the row that refers to it`() throws {
        let id = try device.open(other)
        _ = try device.patch(id, other, at: 0)
        let lines = try calls {
            let answer = try device.post("/uploads/\(id)/finalize")
            #expect(answer.status == 201)
        }
        let answer = try last("Status: 201", in: lines, before: lines.count)
        let commit = try last("COMMIT", in: lines, before: answer)
        let named = try last("fsync", in: lines, before: commit)
        let linked = try last("link", in: lines, before: named)
        let synchronized = try last("fsync", in: lines, before: linked)
        #expect(synchronized < linked && linked < named && named < commit)
    }
}
