import Testing
import VelodyAdministration
import VelodyCrypto
import VelodyDomain
import VelodyServices
import VelodyStorage
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
    let dumps = MemoryDumps()
    /// A storage root on disk, for backups.
    var root: String?
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
            cryptography: SeededCryptography(), hashing: ImmediateHashing())
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
        return Administration(surroundings: surroundings, check: check) {
            self.inspect
        } makeTools: {
            self.tools
        }.perform(words)
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

    /// Looks into a file that holds nothing; one that is named `missing` is not there.
    private func inspect(
        _ path: String, _ encoding: LegacyEncoding?
    ) throws(ServiceError) -> FileInspection.Opinion {
        if path == "missing" { throw ServiceError(.notFound, "It is not there.") }
        let file = ScratchFile()
        let picture = ScratchFile()
        return try FileInspection(inspector, allowedTypes: ["audio/mpeg"]).opinion(
            of: OpenFile(descriptor: file.descriptor, length: 0),
            picture: OpenFile(descriptor: picture.descriptor, length: 0), readingTextAs: encoding)
    }

    private var tools: Tools {
        Tools(
            devices: devices,
            quarantine: QuarantineService(storage.quarantine, uploads: uploads),
            verification: VerifyService(
                stores: database.makeStores(), records: database.makeRecords(),
                inventory: storage.inventory, resources: resources, pause: { _ in }),
            collection: CollectService(
                uploads: uploads, records: database.makeRecords(),
                snapshots: database.makeSnapshots(),
                inventory: storage.inventory, quarantine: storage.quarantine,
                policy: CollectionPolicy()),
            backup: BackupService(
                shelf: shelf, snapshots: database.makeSnapshots(),
                state: database.makeStores().state, dumps: dumps.of(database),
                resources: resources),
            restore: RestoreService(
                shelf: shelf, survey: MemoryDatabaseSurvey(database), dumps: dumps.of(database),
                target: FileRestoreTarget(
                    StorageRoot.at("/nowhere", reserveBytes: 0),
                    cryptography: resources.cryptography),
                records: database.makeRecords(), resources: resources, schemaVersion: 1),
            bond: StorageBond(database.makeStores().state, storage.blobs),
            orphanGrace: 0, consultation: { self.consultation.doctor })
    }

    private var shelf: FileBackupShelf {
        FileBackupShelf(
            of: root.map { StorageRoot.at($0, reserveBytes: 0) },
            cryptography: OpenSSLCryptography())
    }

    var check: BackupCheck {
        BackupCheck(
            shelf: shelf, dumps: dumps.of(database), cryptography: OpenSSLCryptography())
    }
}
