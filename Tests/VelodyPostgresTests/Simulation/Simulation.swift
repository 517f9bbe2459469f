import FoundationEssentials
import VelodyCrypto
import VelodyDomain
import VelodyServices
import VelodyTesting

@testable import VelodyPostgres

/// One run: devices that follow, writers that write, and everything that can go wrong in between.
///
/// A seed repeats it, step by step.
final class Simulation {
    /// What a run has found.
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    let seed: UInt64
    let defect: Defect?
    let server: SimulatedServer
    var dice: Dice
    var devices: [SimulatedDevice] = []
    let writers = (0..<2).map { _ in SimulatedWriter() }
    /// Every event that was ever committed in this epoch, compacted ones too.
    var history: [LibraryEvent] = []
    private var backedUp: [LibraryEvent]?
    /// What happened, step by step.
    var trace: [String] = []
    /// Brings content in, until it is killed.
    private var worker: Dialogue?
    /// Every track that was made, in order: the same choice for the same seed.
    private var made: [TrackID] = []
    private let operations: [Operation]

    /// What may happen in a step.
    enum Operation: CaseIterable {
        case pull, pullMore, write, writeMore, commit, abort, killWriter, publish, killWorker
        case loseSession, compact, backUp, restore, jump, newDevice, rebootstrap, replay, rewind

        /// Without these nothing happens at all.
        static let always: [Operation] = [.pull, .pullMore, .write, .writeMore, .commit]
    }

    init(_ server: SimulatedServer, seed: UInt64) throws {
        self.seed = seed
        self.server = server
        defect = server.defect
        try server.reset()
        dice = Dice(seed: seed)
        // Each seed does without some of what heals, or hides, what others do.
        var chosen = Operation.always + Operation.always
        for operation in Operation.allCases where !dice.hits(oneIn: 3) { chosen.append(operation) }
        operations = chosen
        devices = try (0..<3).map { _ in try newDevice() }
    }

    /// Runs so many steps, then lets every device catch up; throws the first violation.
    func run(steps: Int) throws {
        server.meanwhile = { [unowned self] in try writeAtOnce() }
        do {
            for _ in 0..<steps { try step() }
            for writer in writers { writer.die() }
            try converge()
        } catch let violation as Violation {
            throw Violation(
                description:
                    "seed \(seed): \(violation.description)\n"
                    + trace.suffix(40).joined(separator: "\n"))
        }
    }

    private func step() throws {
        let operation = operations.randomElement(using: &dice) ?? .pull
        trace.append("\(operation)")
        switch operation {
        case .pull, .pullMore: try pull(Int.random(in: devices.indices, using: &dice))
        case .write, .writeMore: try write()
        case .commit:
            if let writer = writers.filter(\.isOpen).randomElement(using: &dice) {
                try writer.commit()
                try noteEvents()
            }
        case .abort: try writers.filter(\.isOpen).randomElement(using: &dice)?.abort()
        case .killWriter: writers.filter(\.isOpen).randomElement(using: &dice)?.die()
        case .killWorker: try publish(killedAfter: Int.random(in: 1...5, using: &dice))
        case .loseSession: server.loseSession()
        case .publish: try publish()
        case .compact: try compact()
        case .backUp: try backUp()
        case .restore: try restore()
        case .jump:
            let year = 31_536_000
            server.clock.advance(seconds: Int.random(in: -year...year, using: &dice))
        case .newDevice: if devices.count < 5 { devices.append(try newDevice()) }
        case .rebootstrap: devices[Int.random(in: devices.indices, using: &dice)].beginAnew()
        case .replay: try replay(Int.random(in: devices.indices, using: &dice))
        case .rewind: rewind(Int.random(in: devices.indices, using: &dice))
        }
    }

    private func write() throws {
        guard let writer = writers.randomElement(using: &dice) else { return }
        let free = try unlocked(by: writers.filter { $0 !== writer })
        let title = "title \(dice.next() % 1_000)"
        guard let track = free.randomElement(using: &dice), !dice.hits(oneIn: 3) else {
            let track = TrackID(random: bytes())
            made.append(track)
            return try writer.add(track, asset: .init(random: bytes()), title: title, on: server)
        }
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: try writer.delete(track, on: server)
        case 1: try writer.restore(track, on: server)
        default: try writer.rename(track, title, on: server)
        }
    }

    /// The committed tracks that none of these writers holds.
    private func unlocked(by writers: [SimulatedWriter]) throws -> [TrackID] {
        let locked = writers.reduce(into: Set()) { $0.formUnion($1.touched) }
        let committed = Set(try server.trackIDs())
        return made.filter { committed.contains($0) && !locked.contains($0) }
    }

    /// A whole transaction, of a track that no other has touched.
    private func writeAtOnce() throws {
        let writer = SimulatedWriter()
        guard let track = try unlocked(by: writers).randomElement(using: &dice) else { return }
        try writer.rename(track, "meanwhile \(dice.next() % 1_000)", on: server)
        try writer.commit()
        try noteEvents()
    }

    /// Content comes in through a worker; content whose track was deleted revives that track.
    ///
    /// The worker takes five durable steps, and dies by `kill -9` after so many: before the last one
    /// there is neither track nor event, from then on there are both.
    private func publish(killedAfter steps: Int? = nil) throws {
        // A row that a writer holds would be waited for.
        if writers.contains(where: \.isOpen) { return }
        let content = UInt8.random(in: 100..<104, using: &dice)
        let known = try server.track(of: content)
        let worker = try worker ?? server.newWorker()
        self.worker = steps == nil ? worker : nil
        worker.say("\(content) \(dice.next())")
        for step in 1...5 {
            guard try worker.hear() == "step" else {
                throw Violation(description: "a worker does not do as it should")
            }
            if step == steps { break }
            worker.say("")
        }
        if steps == nil { _ = try worker.hear() } else { worker.kill() }
        let track = try server.track(of: content)
        if let known, known != track {
            throw Violation(description: "I7: revived content got another id")
        }
        if known == nil, (track != nil) != (steps ?? 5 == 5) {
            throw Violation(description: "S19: killed after step \(steps ?? 5)")
        }
        if let track, known == nil { made.append(track) }
        let count = history.count
        try noteEvents()
        if let steps, steps < 5, history.count != count {
            throw Violation(description: "S19: an event of what was not done")
        }
    }

    private func compact() throws {
        try server.session.run("SELECT compact_events(\(Int.random(in: 1...20, using: &dice)))")
    }

    private func backUp() throws {
        // Dumping takes as long as many steps.
        guard dice.hits(oneIn: 3) else { return }
        for writer in writers { writer.die() }
        try server.backUp()
        backedUp = history
    }

    private func restore() throws {
        guard let backedUp, dice.hits(oneIn: 2) else { return }
        for writer in writers { writer.die() }
        worker = nil
        try server.restore()
        // A device that registered after the backup has to do it again.
        let known = Set(try server.stores.devices.list().map(\.id))
        for device in devices.map(\.device) where !known.contains(device.id) {
            _ = try register(device)
        }
        history = backedUp
    }

    private func newDevice() throws -> SimulatedDevice {
        let fresh = Self.device(&dice)
        return SimulatedDevice(try register(fresh), isBlind: defect == .versionsIgnored)
    }

    private func register(_ device: Device) throws -> Device {
        try PostgresDeviceStore(server.session).register(
            device, installation: nil,
            tokenHash: OpenSSLCryptography().sha256(Array(device.id.description.utf8))
        ).device
    }

    private static func device(_ dice: inout Dice) -> Device {
        Device(
            id: DeviceID(random: (0..<16).map { _ in UInt8.random(in: 0...255, using: &dice) }),
            platform: .cli, deviceName: "simulated", appVersion: "1",
            createdAt: Timestamp(microseconds: 1), lastSeenAt: nil, revokedAt: nil,
            lastEventID: nil)
    }

    private func bytes() -> [UInt8] {
        (0..<16).map { _ in UInt8.random(in: 0...255, using: &dice) }
    }
}
