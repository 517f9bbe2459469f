import FoundationEssentials
import Glibc
import VelodyAdministration
import VelodyCrypto
import VelodyDomain
import VelodyPostgres
import VelodyRuntime
import VelodyServices
import VelodyStorage

/// The services over the server's own database and storage.
struct Assembly {
    private let environment: [String: String]
    private let settings: ServerSettings
    let root: StorageRoot
    let resources: Resources
    let databases: DatabaseAccess

    /// Reads the settings; throws what is wrong with them, or with who runs the program.
    init(environment: [String: String], program: String) throws {
        let environment = try EnvironmentFile.beneath(environment)
        self.environment = environment
        databases = DatabaseAccess(environment)
        settings = try ServerSettings(
            environment,
            cores: ProcessInfo.processInfo.activeProcessorCount,
            programFolder: URL(filePath: program).deletingLastPathComponent().path)
        root = StorageRoot.at(
            settings.storageRoot, reserveBytes: settings.storageReserveBytes)
        try Self.requireOwner(of: root)
        let cryptography = OpenSSLCryptography()
        resources = Resources(
            parts: FilePartStore(root), blobs: FileBlobStore(root, cryptography: cryptography),
            inspector: SeparatingInspector(
                InspectorPool(executable: settings.inspectProgram, workers: 1),
                settings.artistSeparators),
            clock: SystemClock(), cryptography: cryptography,
            hashing: ThreadedHashing())
    }

    func makeTools() throws -> Tools {
        let session = PostgresSession(settings.databaseURL.revealed())
        let stores = Stores(
            devices: PostgresDeviceStore(session), uploads: PostgresUploadStore(session),
            tracks: PostgresTrackStore(session), catalog: PostgresCatalogStore(session),
            edits: PostgresTrackEditStore(session), state: PostgresLibraryStateStore(session))
        let secret = Array(settings.bootstrapSecret.revealed().utf8)
        let policy = UploadPolicy(
            maxBytes: settings.maxUploadBytes, sessionLifetime: settings.uploadSessionLifetime,
            allowedTypes: settings.allowedAudioTypes)
        let uploads = UploadService(stores: stores, resources: resources, policy: policy)
        let records = PostgresBlobRecordStore(session)
        let inventory = FileBlobInventory(root, cryptography: resources.cryptography)
        let quarantine = FileQuarantine(root)
        return Tools(
            devices: DeviceService(stores: stores, resources: resources, bootstrapSecret: secret),
            quarantine: QuarantineService(quarantine, uploads: uploads),
            verification: VerifyService(
                stores: stores, records: records, inventory: inventory, resources: resources,
                pause: { ProcessEvents.pause(milliseconds: Int32(clamping: Int($0 * 1_000))) }),
            collection: CollectService(
                uploads: uploads, records: records, snapshots: PostgresSnapshotStore(session),
                inventory: inventory, quarantine: quarantine, policy: collectionPolicy),
            backup: try makeBackup(), restore: try makeRestore(records),
            bond: StorageBond(stores.state, resources.blobs),
            orphanGrace: settings.orphanGrace, consultation: { consult(session) })
    }

    private func consult(_ session: PostgresSession) -> Doctor {
        let threads = settings.apiThreads + settings.uploadThreads + settings.ingestThreads
        let plan = Doctor.Plan(
            version: Version.text, schemaVersion: PostgresSchema.requiredVersion,
            storageRoot: settings.storageRoot, reserveBytes: settings.storageReserveBytes,
            uploadThreads: settings.uploadThreads,
            // Two of each thread, and those of the waiter, the probe, the sweeper and a command.
            connections: 2 * threads + 5)
        let database = Result { () throws(StoreError) in
            var facts = try PostgresIntrospection(session).facts()
            // A database that is not migrated is told as such.
            facts.storageID = try? PostgresLibraryStateStore(session).storage()
            return facts
        }
        var host = HostSurvey(environment: environment, settings: settings).facts()
        host.storageID = try? root.identity()
        let bond = StorageBond(PostgresLibraryStateStore(session), resources.blobs)
        return Doctor(
            plan: plan, host: host, database: database, doubt: (try? bond.doubt()) ?? nil)
    }

    private var collectionPolicy: CollectionPolicy {
        var policy = CollectionPolicy()
        policy.deletedRetention = settings.deletedRetention
        policy.supersededRetention = settings.supersededRetention
        policy.quarantineRetention = settings.quarantineRetention
        policy.orphanGrace = settings.orphanGrace
        return policy
    }

    /// What another user made there, the server could neither change nor serve.
    private static func requireOwner(of root: StorageRoot) throws(SettingsError) {
        guard let owner = root.owner, owner != geteuid() else { return }
        let doubt = root.isMarked ? "" : "; or is its disk not mounted?"
        throw SettingsError(problems: [
            "STORAGE_ROOT belongs to the user \(owner), and velody-admin has to run as that user"
                + doubt
        ])
    }
}
