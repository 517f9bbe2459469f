import FoundationEssentials
import Testing
import VelodyDomain
import VelodyPostgres
import VelodyRuntime
import VelodyTesting

/// Devices follow the library through everything that can happen, by a seed.
///
/// `VELODY_SIMULATION_SEEDS` says how many seeds are run, `VELODY_SIMULATION_SEED` runs one again.
@Suite(.serialized, .cluster) struct SimulationTests {
    private let cluster: TemporaryCluster
    private static let steps = 150

    init() throws { cluster = try #require(TemporaryCluster.ofSuite) }

    private static func setting(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    /// Runs a seed and returns what happened, step by step.
    @discardableResult
    private func run(_ seed: UInt64, on server: SimulatedServer) throws -> [String] {
        let simulation = try Simulation(server, seed: seed)
        try simulation.run(steps: Self.steps)
        return simulation.trace
    }

    /// S8, S9, S12, S13, S14, S15, S19, S20, PS1, PS2, PS5; I1 to I5, I7, I8, I10.
    @Test func `every device ends with what the server has, whatever happens`() throws {
        let server = try SimulatedServer(cluster, defect: nil)
        if let seed = Self.setting("VELODY_SIMULATION_SEED") {
            try run(seed, on: server)
            return
        }
        let first = UInt64.random(in: 0..<1 << 32)
        let count = Self.setting("VELODY_SIMULATION_SEEDS") ?? 8
        print("simulating seeds \(first) to \(first + count - 1)")
        for seed in first..<first + count {
            do { try run(seed, on: server) } catch { Issue.record("\(error)") }
        }
    }

    @Test func `a seed repeats its run`() throws {
        let server = try SimulatedServer(cluster, defect: nil)
        let trace = try run(7, on: server)
        #expect(trace.count > Self.steps)
        #expect(try run(7, on: server) == trace)
    }

    /// S19: also in the midst of a step, where a seed cannot repeat it.
    @Test func `a worker that is killed at any moment leaves record and event, or neither`() throws
    {
        let server = try SimulatedServer(cluster, defect: nil)
        for content: UInt8 in 0..<24 {
            let worker = try server.newWorker()
            // It waits for nobody.
            for line in ["\(content) \(content)"] + Array(repeating: "", count: 5) {
                worker.say(line)
            }
            for _ in 0..<Int.random(in: 0...5) { _ = try worker.hear() }
            ProcessEvents.pause(milliseconds: Int32.random(in: 0...3))
            worker.kill()
        }
        #expect(try server.hasForgottenWorkers())
        let published = try server.trackIDs().count
        print("\(published) of 24 killed workers had published")
        let page = try Heard(PostgresSyncStore(server.session), after: 0, limit: 100)
        #expect(page.events.map(\.id) == Array(1...Int64(published + 1)).dropLast())
        #expect(Set(page.events.map(\.entity)) == Set(try server.trackIDs()))
        #expect(
            try server.owner(
                """
                SELECT count(*), count(*) FILTER (WHERE status = 'finalized') FROM upload_sessions
                UNION ALL SELECT count(*), count(a.id) FROM tracks t
                LEFT JOIN audio_assets a ON a.id = t.primary_asset_id AND a.track_id = t.id
                """
            ).hasSuffix("|\(published)\n\(published)|\(published)\n"))
    }

    /// The simulator itself: each of these mistakes must be caught, by some early seed.
    @Test(arguments: Defect.allCases)
    func `a seeded defect is caught`(defect: Defect) throws {
        let server = try SimulatedServer(cluster, defect: defect)
        let caught = try (1...40 as ClosedRange<UInt64>).contains { seed in
            do {
                try run(seed, on: server)
                return false
            } catch let violation as Simulation.Violation {
                print("\(defect) caught: \(violation.description.prefix { $0 != "\n" })")
                return true
            }
        }
        #expect(caught)
    }
}
