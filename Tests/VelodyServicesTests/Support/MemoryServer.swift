import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// The services over memory adapters, and a hand on all that surrounds them.
struct MemoryServer: Sendable {
    let database = MemoryDatabase()
    let storage: MemoryStorage
    let clock = ManualClock()
    let inspector = ScriptedInspector()
    /// What one process shares.
    var resources: Resources
    let device: Device
    var policy = UploadPolicy(
        maxBytes: 1_000, sessionLifetime: 3_600, allowedTypes: ["audio/mpeg"])

    init() throws {
        storage = MemoryStorage(clock: clock)
        resources = Self.resources(storage, inspector, clock)
        device = try LibraryWriter(registeredIn: database.makeStores(), name: "owner").device
        policy.courtesy = 0
        policy.checkpointMicroseconds = 0
        policy.patience = 0.01
    }

    /// What another process, or this one after a restart, shares.
    func makeResources(_ inspector: (any MediaInspector)? = nil) -> Resources {
        Self.resources(storage, inspector ?? self.inspector, clock)
    }

    /// The same server where another storage lies in the place of its own.
    func over(_ storage: MemoryStorage) -> MemoryServer {
        var server = self
        server.resources = Self.resources(storage, inspector, clock)
        return server
    }

    private static func resources(
        _ storage: MemoryStorage, _ inspector: any MediaInspector, _ clock: ManualClock
    ) -> Resources {
        Resources(
            parts: storage.parts, blobs: storage.blobs, inspector: inspector, clock: clock,
            cryptography: SeededCryptography(), hashing: ImmediateHashing())
    }

    /// As one thread has it.
    var uploads: UploadService {
        UploadService(stores: database.makeStores(), resources: resources, policy: policy)
    }

    var devices: DeviceService {
        DeviceService(
            stores: database.makeStores(), resources: resources, bootstrapSecret: Array("s3".utf8))
    }

    var library: LibraryService {
        LibraryService(stores: database.makeStores(), resources: resources)
    }

    var rereading: RereadService {
        RereadService(library, stores: database.makeStores(), resources: resources)
    }

    var catalog: CatalogService {
        CatalogService(stores: database.makeStores(), resources: resources)
    }

    /// The active tracks, newest first.
    func newest() throws -> [TrackID] {
        var list = TrackList()
        _ = try catalog.tracks(TrackQuery(), after: nil, limit: 500, to: &list)
        return list.ids
    }

    func hash(_ bytes: [UInt8]) -> ContentHash { resources.cryptography.sha256(bytes) }

    func content(_ bytes: [UInt8]) -> StoredContent {
        StoredContent(hash: hash(bytes), type: .mp3, size: Int64(bytes.count))
    }

    /// The number of events the library has written.
    func events() throws -> Int64 { try database.makeStores().state.state().lastEventID }
}
