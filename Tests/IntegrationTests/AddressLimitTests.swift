import Testing

/// What one address may ask for, whatever it shows or does not show.
@Suite(.instance(environment: ["ADDRESS_RATE": "1", "ADDRESS_BURST": "100"]))
struct AddressLimitTests {
    private let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    @Test(arguments: [
        ("/api/v1/health", "127.0.0.11"), ("/api/v1/openapi.yaml", "127.0.0.12"),
        ("/api/v1/tracks", "127.0.0.13"),
    ])
    func `one address cannot use up what all have, whatever it asks for`(
        path: String, address: String
    ) throws {
        let madeUp = "vld_" + String(repeating: "B", count: 43)
        let answers = try instance.burst(
            300, path, token: madeUp, options: ["--interface", address])
        #expect(answers.count == 300)
        #expect(!answers.prefix(101).contains("429"))
        #expect(answers.contains("429"))
        let device = try TestDevice(on: instance)
        #expect(try device.get("/devices").status == 200)
        #expect(try instance.http("GET", "/api/v1/health").status == 200)
    }
}
