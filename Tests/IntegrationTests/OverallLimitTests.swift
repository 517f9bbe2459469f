import Testing

/// What all clients together may ask for.
@Suite(.instance(environment: ["OVERALL_RATE": "1", "OVERALL_BURST": "400"]))
struct OverallLimitTests {
    @Test func `devices that keep their own limit are limited together`() throws {
        let instance = try #require(RunningInstance.ofSuite)
        let devices = try (0..<3).map { _ in try TestDevice(on: instance) }
        let answers = try devices.map {
            try instance.burst(150, "/api/v1/devices", token: $0.token)
        }
        #expect(Set(answers[0]) == ["200"])
        #expect(Set(answers.joined()) == ["200", "429"])
        #expect(answers[2].last == "429")
    }
}
