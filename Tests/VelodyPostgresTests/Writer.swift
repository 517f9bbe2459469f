import Testing
import VelodyCrypto
import VelodyDomain
import VelodyPostgres

/// Brings made content into the library, as a client of one device would.
struct Writer: Sendable {
    let device: Device
    let cryptography: any Cryptography

    func newSession(_ seed: UInt8) -> UploadSession {
        UploadSession(
            id: UploadID(random: cryptography.randomBytes(16)), device: device.id, sizeBytes: 100,
            content: cryptography.sha256([seed]), filename: "a.mp3",
            createdAt: Timestamp(microseconds: 1_000_000),
            expiresAt: Timestamp(microseconds: 9_000_000_000_000_000))
    }

    /// Brings content `seed` in as a client would, through its session.
    func publish(
        _ seed: UInt8, _ metadata: TrackMetadata = TrackMetadata(), on session: PostgresSession
    ) throws -> UploadResult {
        let uploads = PostgresUploadStore(session)
        var upload = newSession(seed)
        _ = try uploads.open(upload)
        upload = try #require(try uploads.acquire(upload.id))
        upload.offset = 100
        upload.status = .complete
        #expect(try uploads.save(upload))
        let content = StoredContent(hash: cryptography.sha256([seed]), type: .mp3, size: 100)
        let asset = AudioAsset(
            id: AudioAssetID(random: cryptography.randomBytes(16)), content: content,
            properties: AudioProperties(
                durationMs: 5, bitRateKbps: 128, sampleRateHz: 44_100, channels: 2),
            warnings: ["leading-junk"], originalFilename: "a.mp3", sourceDevice: device.id,
            createdAt: upload.createdAt)
        return try PostgresTrackStore(session).publish(
            Publication(
                upload: upload.id, generation: upload.generation, asset: asset, artwork: nil,
                newTrack: TrackID(random: cryptography.randomBytes(16)), metadata: metadata,
                existingTrack: nil, now: upload.createdAt))
    }
}
