import Testing

/// What the owner is told who watches nothing but the log.
///
/// No disk has twice this reserve free; uploads do not matter here.
@Suite(.instance(environment: ["STORAGE_RESERVE_BYTES": "1000000000000000"]))
struct CapacityLogTests {
    @Test func `scarce room is logged once`() throws {
        let instance = try #require(RunningInstance.ofSuite)
        func warnings() -> Int {
            instance.log(of: "velody-server").split(separator: "\n").count {
                $0.contains(#""level":"warning","message":"room is scarce""#)
                    && $0.contains("less than twice the reserve free")
            }
        }
        #expect(try instance.eventually { warnings() > 0 ? true : nil } == true)
        // Looked at twice more: the scrape says when.
        var moments: Set<String> = []
        _ = try instance.eventually { () throws -> Bool? in
            let page = try instance.http("GET", "/metrics").text
            let line = page.split(separator: "\n").first {
                $0.hasPrefix(#"velody_survey_timestamp_seconds{of="storage"}"#)
            }
            if let line { moments.insert(String(line)) }
            return moments.count > 2 ? true : nil
        }
        #expect(moments.count > 2)
        #expect(warnings() == 1)
    }
}
