import Testing
import VelodyAdministration
import VelodyCrypto
import VelodyDomain
import VelodyServices
import VelodyTesting

/// `velody-admin` over memory adapters, and what it writes.
final class Office {
    let database = MemoryDatabase()
    let storage: MemoryStorage
    let clock = ManualClock()
    let inspector = ScriptedInspector()
    /// What the doctor sees.
    var consultation = Consultation.healthy
    let resources: Resources
    var isTerminal = false
    var drawsBars = false
    /// What was written to standard output since it was last taken.
    private(set) var output = ""
    /// What was written to standard error.
    private(set) var complaints = ""

    init() {
        storage = MemoryStorage(clock: clock)
        resources = Resources(
            parts: storage.parts, blobs: storage.blobs, inspector: inspector, clock: clock,
            cryptography: SeededCryptography())
    }

    /// Runs one command, and returns its exit code.
    func run(_ words: String...) -> ExitCode { run(words) }

    /// Runs one command, and returns its exit code.
    func run(_ words: [String]) -> ExitCode {
        output = ""
        complaints = ""
        let surroundings = Console.Surroundings(
            isTerminal: isTerminal, drawsBars: drawsBars, write: { self.output += $0 },
            writeError: { self.complaints += $0 })
        return Administration(surroundings: surroundings) { self.tools }.perform(words)
    }

    var devices: DeviceService {
        DeviceService(
            stores: database.makeStores(), resources: resources, bootstrapSecret: Array("s".utf8))
    }

    var uploads: UploadService {
        UploadService(
            stores: database.makeStores(), resources: resources,
            policy: UploadPolicy(
                maxBytes: 1_000, sessionLifetime: 3_600, allowedTypes: ["audio/mpeg"]))
    }

    private var tools: Tools {
        Tools(
            devices: devices,
            quarantine: QuarantineService(storage.quarantine, uploads: uploads),
            verification: VerifyService(
                stores: database.makeStores(), records: database.makeRecords(),
                inventory: storage.inventory, resources: resources, pause: { _ in }),
            collection: CollectService(
                uploads: uploads, records: database.makeRecords(), inventory: storage.inventory,
                quarantine: storage.quarantine, policy: CollectionPolicy()),
            orphanGrace: 0, consultation: { self.consultation.doctor })
    }
}
