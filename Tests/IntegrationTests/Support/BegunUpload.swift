import Testing
import VelodyTesting

/// An upload that was begun, and of which some bytes are acknowledged.
struct BegunUpload {
    /// How many are acknowledged.
    static let acknowledged = 5_000

    let device: TestDevice
    let id: String
    let bytes: [UInt8]

    /// Begins it.
    init(_ seed: UInt64, by device: TestDevice) throws {
        self.device = device
        bytes = SongFixture(title: "Away \(seed)", seed: 12_000 + seed, frameCount: 100).bytes
        id = try device.open(bytes)
        let begin = try device.patch(id, Array(bytes[..<Self.acknowledged]), at: 0)
        #expect(begin.status == 204)
    }

    /// Sends the rest, as if nothing had happened.
    func sendRest() throws -> HTTPAnswer {
        try device.patch(id, Array(bytes[Self.acknowledged...]), at: Self.acknowledged)
    }

    /// What was acknowledged is there, and the rest follows, as soon as the database is back.
    func expectToGoOn() throws {
        let head = try device.instance.eventually { () -> HTTPAnswer? in
            let head = try device.head("/uploads/\(id)")
            return head.status == 503 ? nil : head
        }
        let offset = try #require(Int(head?.value("upload-offset") ?? ""))
        #expect(offset >= Self.acknowledged)
        #expect(try device.patch(id, Array(bytes[offset...]), at: offset).status == 204)
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
    }
}

extension HTTPAnswer {
    /// It says "not now", and when to ask again.
    func expectUnavailable() throws {
        #expect(status == 503, "\(text)")
        let seconds = try #require(Int(value("retry-after") ?? ""))
        #expect((1...60).contains(seconds))
        #expect(try decode(TestDevice.Problem.self).code == "unavailable")
    }
}
