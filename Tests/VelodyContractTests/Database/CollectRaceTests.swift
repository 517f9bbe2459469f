import FoundationEssentials
import Synchronization
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyPostgres
import VelodyRuntime
import VelodyServices
import VelodyStorage
import VelodyTesting

extension DatabaseContracts {
    /// Collecting beside uploads of the same content, over PostgreSQL and real files.
    @Suite struct CollectRaceTests {
        /// All that one thread needs, over connections of its own.
        private struct Desk: Sendable {
            let url: String
            let root: StorageRoot
            let resources: Resources

            var stores: Stores {
                let session = PostgresSession(url)
                return Stores(
                    devices: PostgresDeviceStore(session), uploads: PostgresUploadStore(session),
                    tracks: PostgresTrackStore(session), catalog: PostgresCatalogStore(session),
                    edits: PostgresTrackEditStore(session),
                    state: PostgresLibraryStateStore(session))
            }

            func uploads(_ stores: Stores) -> UploadService {
                UploadService(
                    stores: stores, resources: resources,
                    policy: UploadPolicy(
                        maxBytes: 1_000, sessionLifetime: 3_600, allowedTypes: ["audio/mpeg"]))
            }

            /// Nothing is ever too young for it.
            func makeCollection() -> CollectService {
                var policy = CollectionPolicy()
                policy.deletedRetention = -1
                policy.supersededRetention = -1
                policy.orphanGrace = -1
                let cryptography = OpenSSLCryptography()
                let session = PostgresSession(url)
                return CollectService(
                    uploads: uploads(stores), records: PostgresBlobRecordStore(session),
                    snapshots: PostgresSnapshotStore(session),
                    inventory: FileBlobInventory(root, cryptography: cryptography),
                    quarantine: FileQuarantine(root), policy: policy)
            }
        }

        private let directory: TemporaryDirectory
        private let desk: Desk
        private let song: [UInt8] = [1, 2, 3]

        init() throws {
            directory = try TemporaryDirectory()
            let path = directory.path + "/storage"
            try FileManager().createDirectory(atPath: path, withIntermediateDirectories: false)
            let root = StorageRoot.at(path, reserveBytes: 0)
            try root.prepare()
            let cryptography = OpenSSLCryptography()
            desk = Desk(
                url: try #require(SharedCluster.ofSuite).makeDatabase(), root: root,
                resources: Resources(
                    parts: FilePartStore(root),
                    blobs: FileBlobStore(root, cryptography: cryptography),
                    inspector: ScriptedInspector(), clock: SystemClock(),
                    cryptography: cryptography, hashing: ImmediateHashing()))
        }

        private func upload(
            _ bytes: [UInt8], _ uploads: UploadService, _ device: DeviceID
        ) throws -> Track {
            let content = desk.resources.cryptography.sha256(bytes)
            let prepared = try uploads.prepare(
                UploadService.Announcement(
                    content: content, sizeBytes: Int64(bytes.count), filename: "a.mp3",
                    hint: TrackMetadata(), existingTrack: nil), device: device)
            switch prepared {
            case .exists(let track, _): return track
            case .upload(let session, _):
                if session.offset == 0 {
                    _ = try uploads.append(
                        UploadService.Append(
                            offset: 0, isOffsetStream: true, digest: nil,
                            body: ScriptedBody([bytes])), to: session.id, of: device)
                }
                return try uploads.finalize(session.id, .init(), of: device).track
            }
        }

        @Test
        func `a song that is uploaded, deleted and collected all at once is never half there`()
            throws
        {
            let stores = desk.stores
            let device = try LibraryWriter(registeredIn: stores).device.id
            let uploads = desk.uploads(stores)
            // Enough that stay, so that the collector trusts the database.
            for seed: UInt8 in 10..<20 { _ = try upload([seed], uploads, device) }
            let isOver = Mutex(false)
            let failure = Mutex<String?>(nil)
            let counted = Mutex(0)
            let desk = desk
            let isOverNow: @Sendable () -> Bool = { isOver.withLock { $0 } }
            var collector: WorkerThread? = WorkerThread.start {
                let collection = desk.makeCollection()
                while !isOverNow() {
                    do {
                        try collection.run(applies: true) { _ in counted.withLock { $0 += 1 } }
                    } catch {
                        failure.withLock { $0 = "\(error)" }
                    }
                }
            }
            for round in 1...60 {
                let track = try upload(song, uploads, device)
                // Acknowledged and not deleted: it must be there, whole.
                let content = track.audio.content
                #expect(try desk.resources.blobs.isPresent(content), "round \(round)")
                #expect(try stores.tracks.find(track.id)?.status == .active)
                let deleted = try stores.edits.delete(
                    track.id, isExpected: { _ in true }, now: desk.resources.clock.now())
                #expect(deleted == .done)
            }
            isOver.withLock { $0 = true }
            collector.take()?.join()
            #expect(failure.withLock { $0 } == nil)
            #expect(counted.withLock { $0 } > 0)
            let last = try upload(song, uploads, device)
            #expect(try desk.resources.blobs.isPresent(last.audio.content))
            let verification = VerifyService(
                stores: stores, records: PostgresBlobRecordStore(PostgresSession(desk.url)),
                inventory: FileBlobInventory(
                    desk.root, cryptography: desk.resources.cryptography),
                resources: desk.resources, pause: { _ in })
            var options = VerifyService.Options()
            options.grace = -1
            let standing = try verification.run(options, tell: { _ in }, advance: { _ in })
            #expect(standing.wrong == 0)
        }
    }
}
