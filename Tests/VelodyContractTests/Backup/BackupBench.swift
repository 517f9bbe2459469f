import FoundationEssentials
import VelodyCrypto
import VelodyDomain
import VelodyServices
import VelodyStorage
import VelodyTesting

/// A library over records in memory and real files, and the backups that are made of it.
final class BackupBench {
    let database: MemoryDatabase
    let dumps: MemoryDumps
    let clock = ManualClock()
    let folder: String
    let root: StorageRoot
    private let cryptography = OpenSSLCryptography()
    private(set) var told: [BackupEvent] = []

    var storage: String { folder + "/storage" }
    var backups: String

    /// A library below `folder`, which is made.
    init(in folder: String, dumps: MemoryDumps = MemoryDumps()) throws {
        self.folder = folder
        backups = folder + "/backups"
        self.dumps = dumps
        database = MemoryDatabase()
        try FileManager().createDirectory(
            atPath: folder + "/storage", withIntermediateDirectories: true)
        root = StorageRoot.at(folder + "/storage", reserveBytes: 0)
    }

    var stores: Stores { database.makeStores() }

    private var shelf: FileBackupShelf { FileBackupShelf(of: root, cryptography: cryptography) }

    private var inventory: FileBlobInventory {
        FileBlobInventory(root, cryptography: cryptography)
    }

    var resources: Resources {
        Resources(
            parts: FilePartStore(root), blobs: FileBlobStore(root, cryptography: cryptography),
            inspector: ScriptedInspector(), clock: clock, cryptography: cryptography,
            hashing: ImmediateHashing())
    }

    var collection: CollectService {
        var policy = CollectionPolicy()
        policy.deletedRetention = 0
        return CollectService(
            uploads: UploadService(
                stores: stores, resources: resources,
                policy: UploadPolicy(maxBytes: 1_000, sessionLifetime: 3_600, allowedTypes: [])),
            records: database.makeRecords(), snapshots: database.makeSnapshots(),
            inventory: inventory, quarantine: FileQuarantine(root), policy: policy)
    }

    /// Publishes songs of a byte each as their whole content, one a seed.
    func add(_ seeds: ClosedRange<UInt8>) throws {
        try root.prepare()
        try StorageBond(stores.state, resources.blobs).require()
        let writer = try LibraryWriter(
            registeredIn: stores, name: "\(seeds)", cryptography: StretchedCryptography())
        for seed in seeds {
            let content = Self.content(seed)
            let id = UploadID(random: cryptography.randomBytes(16))
            try resources.parts.create(id)
            let part = try resources.parts.lock(id, patience: 0)
            try part.write(Self.bytes(seed).span, at: 0)
            try resources.blobs.publish(part, as: content)
            try resources.parts.remove(id)
            _ = try writer.publish(seed, in: stores)
        }
    }

    func back(keeping kept: Int? = nil) throws(ServiceError) -> BackupService.Outcome {
        clock.advance(seconds: 60)
        told = []
        return try BackupService(
            shelf: shelf, snapshots: database.makeSnapshots(), state: stores.state,
            dumps: dumps.of(database), resources: resources
        ).run(into: backups, keeping: kept) {
            told.append($0)
        } advance: { _ in
        }
    }

    func check(set: String? = nil) throws(ServiceError) -> BackupCheck.Outcome {
        told = []
        return try BackupCheck(
            shelf: FileBackupShelf(cryptography: cryptography), dumps: dumps.of(database),
            cryptography: cryptography
        ).run(backups, set: set) {
            told.append($0)
        } advance: { _ in
        }
    }

    /// Restores the backups of another bench.
    func restore(
        _ other: BackupBench, set: String? = nil, schemaVersion: Int = 1
    ) throws(ServiceError) -> RestoreService.Outcome {
        told = []
        return try RestoreService(
            shelf: shelf, survey: MemoryDatabaseSurvey(database), dumps: dumps.of(database),
            target: FileRestoreTarget(root, cryptography: cryptography),
            records: database.makeRecords(), resources: resources, schemaVersion: schemaVersion
        ).run(other.backups, set: set) {
            told.append($0)
        } advance: { _ in
        }
    }

    /// The place of a song, in the library and in the pool.
    func location(_ seed: UInt8) -> String { resources.blobs.location(of: Self.content(seed)) }

    func inLibrary(_ seed: UInt8) -> String { "\(storage)/library/\(location(seed))" }

    func inPool(_ seed: UInt8) -> String { "\(backups)/blobs/\(location(seed))" }

    static func bytes(_ seed: UInt8) -> [UInt8] { [UInt8](repeating: seed, count: 100) }

    /// What ``LibraryWriter`` takes for the digest of a seed is that of a whole song.
    private struct StretchedCryptography: Cryptography {
        private let real = OpenSSLCryptography()

        func sha256(_ bytes: [UInt8]) -> ContentHash {
            real.sha256(bytes.count == 1 ? BackupBench.bytes(bytes[0]) : bytes)
        }

        func makeHasher() -> any ContentHasher { real.makeHasher() }

        func randomBytes(_ count: Int) -> [UInt8] { real.randomBytes(count) }

        func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { real.areEqual(left, right) }
    }

    static func content(_ seed: UInt8) -> StoredContent {
        StoredContent(
            hash: OpenSSLCryptography().sha256(bytes(seed)), type: .mp3, size: LibraryWriter.size)
    }
}
