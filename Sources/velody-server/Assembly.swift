import VelodyAPI
import VelodyCrypto
import VelodyDomain
import VelodyFastCGI
import VelodyHTTP
import VelodyMetrics
import VelodyPostgres
import VelodyRuntime
import VelodyServices
import VelodyStorage

/// Everything the threads share, and how each of them makes its own application.
struct Assembly: Sendable {
    let inspector: InspectorPool
    private let settings: ServerSettings
    private let logger: Logger
    private let root: StorageRoot
    private let resources: Resources
    private let vitals = LibraryVitals()
    private let health: HealthService
    private let metrics: ServerMetrics
    private let strangers: StrangerLimit

    init(settings: ServerSettings, logger: Logger) throws {
        self.settings = settings
        self.logger = logger
        root = StorageRoot.at(settings.storageRoot, reserveBytes: settings.storageReserveBytes)
        inspector = InspectorPool(
            executable: settings.inspectProgram, workers: settings.ingestThreads + 1)
        let cryptography = OpenSSLCryptography()
        resources = Resources(
            parts: FilePartStore(root),
            blobs: FileBlobStore(root, cryptography: cryptography),
            inspector: SeparatingInspector(inspector, settings.artistSeparators),
            clock: SystemClock(), cryptography: cryptography,
            hashing: ThreadedHashing())
        health = try Self.health(settings.databaseURL, blobs: resources.blobs, vitals: vitals)
        metrics = ServerMetrics(settings: settings, vitals: vitals, inspector: inspector)
        strangers = StrangerLimit(
            perMinute: settings.strangersPerMinute, clock: resources.clock)
    }

    /// Makes the storage root where the library is empty, and has the library take its storage; otherwise a
    /// missing one stays missing.
    func prepareStorage() {
        let state = PostgresLibraryStateStore(PostgresSession(settings.databaseURL.revealed()))
        let bond = StorageBond(state, resources.blobs)
        do {
            if try root.isMarked || bond.isNew() { try root.prepare() }
            try bond.require()
        } catch let error as StorageError {
            logger.log(.error, "storage not prepared", ["error": .string(error.diagnostic)])
        } catch let error as ServiceError {
            let reason = error.diagnostic ?? error.detail
            logger.log(.error, "storage not used", ["error": .string(reason)])
        } catch {
            logger.log(.error, "storage not prepared")
        }
    }

    func setup(on sockets: ServerSockets) -> FastCGIServer.Setup {
        let (logger, database, metrics) = (logger, settings.databaseURL, metrics)
        return FastCGIServer.Setup(
            apiSocket: sockets.api, uploadSocket: sockets.upload,
            apiThreads: settings.apiThreads, makeApplication: { makeApplication(for: $0) },
            makeBell: { EventBell(PostgresEventListener(database.revealed())) },
            busy: { VelodyApplication.busy($0, on: $1) },
            observe: { record in
                AccessLog.write(record, to: logger)
                metrics.note(record)
            })
    }

    /// Starts the thread that removes what expired uploads left.
    func startSweeping() {
        Sweeping.start(sessionLifetime: settings.uploadSessionLifetime, logger: logger) {
            uploads(makeStores(makeSession()))
        }
    }

    /// Starts the threads that look at database and storage now and then.
    func startSurveying() {
        Surveying.start(vitals: vitals, clock: resources.clock, logger: logger) {
            PostgresLibraryStateStore(makeSession())
        }
        Surveying.start(
            vitals: vitals, clock: resources.clock, logger: logger, blobs: resources.blobs)
    }

    /// A way to the database whose use is counted.
    private func makeSession(_ limits: PostgresSession.Limits = .init()) -> PostgresSession {
        PostgresSession(
            settings.databaseURL.revealed(), limits: limits, activity: metrics.database)
    }

    private func makeStores(_ session: PostgresSession) -> Stores {
        Stores(
            devices: PostgresDeviceStore(session), uploads: PostgresUploadStore(session),
            tracks: PostgresTrackStore(session), catalog: PostgresCatalogStore(session),
            edits: PostgresTrackEditStore(session), state: PostgresLibraryStateStore(session))
    }

    private func uploads(_ stores: Stores) -> UploadService {
        let policy = UploadPolicy(
            maxBytes: settings.maxUploadBytes, sessionLifetime: settings.uploadSessionLifetime,
            allowedTypes: settings.allowedAudioTypes)
        return UploadService(stores: stores, resources: resources, policy: policy)
    }

    /// One thread's application, over its own database connection.
    private func makeApplication(for server: FastCGIServer) -> VelodyApplication {
        let session = makeSession()
        let stores = makeStores(session)
        let hasty = makeStores(hastySession(within: 0.25))
        let library = LibraryService(stores: stores, resources: resources)
        let secret = Array(settings.bootstrapSecret.revealed().utf8)
        let services = VelodyApplication.Services(
            devices: DeviceService(stores: stores, resources: resources, bootstrapSecret: secret),
            hastyDevices: DeviceService(
                stores: hasty, resources: resources, bootstrapSecret: secret),
            uploads: uploads(stores),
            library: library,
            rereading: RereadService(library, stores: stores, resources: resources),
            catalog: CatalogService(stores: stores, resources: resources),
            sync: SyncService(
                sync: PostgresSyncStore(session), state: stores.state, clock: resources.clock),
            health: health, strangers: strangers,
            metrics: { [metrics] in (metrics.page(server.loads), Exposition.contentType) })
        return VelodyApplication(
            services: services, baseURL: settings.publicBaseURL, version: Version.text,
            takeDatabaseTime: { session.takeWaitedMicroseconds() })
    }

    /// For health alone: it connects when it is first needed, and waits for so many seconds.
    private func hastySession(within limit: Double) -> PostgresSession {
        var limits = PostgresSession.Limits()
        limits.statement = limit
        limits.connect = limit
        return makeSession(limits)
    }

    private static func health(
        _ databaseURL: Secret, blobs: any BlobStore, vitals: LibraryVitals
    ) throws -> HealthService {
        let database = try Probe {
            var limits = PostgresSession.Limits()
            limits.statement = 1.5
            limits.connect = 1.5
            let session = PostgresSession(databaseURL.revealed(), limits: limits)
            let state = PostgresLibraryStateStore(session)
            return { HealthChecks.database(state, vitals: vitals) }
        }
        let storage = try Probe { { HealthChecks.storage(blobs, vitals: vitals) } }
        return HealthService(
            database: database, storage: storage, vitals: vitals,
            requiredSchema: PostgresSchema.requiredVersion)
    }
}
