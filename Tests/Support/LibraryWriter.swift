import VelodyCrypto
package import VelodyDomain
package import VelodyServices

/// Brings made content into a library, as the client of one device would.
package struct LibraryWriter: Sendable {
    /// The length of all content, in bytes.
    package static let size: Int64 = 100
    /// When everything happens.
    package static let now = Timestamp(microseconds: 1_000_000)

    package let device: Device
    package let cryptography: any Cryptography

    /// A device of its own; `name` makes its token differ from others'.
    package init(
        registeredIn stores: Stores, name: String = "test",
        cryptography: any Cryptography = OpenSSLCryptography()
    ) throws {
        self.cryptography = cryptography
        let fresh = Device(
            id: DeviceID(random: cryptography.randomBytes(16)), platform: .cli, deviceName: name,
            appVersion: "1", createdAt: Timestamp(microseconds: 1), lastSeenAt: nil,
            revokedAt: nil, lastEventID: nil)
        device = try stores.devices.register(
            fresh, installation: nil, tokenHash: cryptography.sha256(Array(name.utf8))
        ).device
    }

    package func hash(_ seed: UInt8) -> ContentHash { cryptography.sha256([seed]) }

    package func newSession(_ seed: UInt8) -> UploadSession {
        UploadSession(
            id: UploadID(random: cryptography.randomBytes(16)), device: device.id,
            sizeBytes: Self.size, content: hash(seed), filename: "a.mp3", createdAt: Self.now,
            expiresAt: Timestamp(microseconds: 9_000_000_000_000_000))
    }

    /// Receives content `seed` through a session of its own, and says what is to be published.
    ///
    /// `pause` is called after each step that is durable.
    package func receive(
        _ seed: UInt8, _ metadata: TrackMetadata = TrackMetadata(), artwork: Artwork? = nil,
        for existingTrack: TrackID? = nil, at now: Timestamp = now, in stores: Stores,
        afterEach pause: () -> Void = {}
    ) throws -> Publication {
        let opened = try stores.uploads.open(newSession(seed)).session
        pause()
        guard var upload = try stores.uploads.acquire(opened.id) else {
            throw StoreError(.unexpected, "the session is not there")
        }
        pause()
        upload.offset = Self.size
        upload.status = .complete
        guard try stores.uploads.save(upload) else {
            throw StoreError(.superseded, "the session has another holder")
        }
        pause()
        return Publication(
            upload: upload.id, generation: upload.generation, asset: asset(seed, at: now),
            artwork: artwork, newTrack: TrackID(random: cryptography.randomBytes(16)),
            metadata: metadata, existingTrack: existingTrack, now: now)
    }

    /// Receives content `seed` and publishes it; `pause` is called after each step that is durable.
    package func publish(
        _ seed: UInt8, _ metadata: TrackMetadata = TrackMetadata(), artwork: Artwork? = nil,
        for existingTrack: TrackID? = nil, at now: Timestamp = now, in stores: Stores,
        afterEach pause: () -> Void = {}
    ) throws -> UploadResult {
        let publication = try receive(
            seed, metadata, artwork: artwork, for: existingTrack, at: now, in: stores,
            afterEach: pause)
        let result = try stores.tracks.publish(publication)
        pause()
        return result
    }

    /// A picture with an identifier of its own.
    package func artwork(_ seed: UInt8) -> Artwork {
        Artwork(
            id: ArtworkID(random: cryptography.randomBytes(16)),
            content: StoredContent(hash: hash(seed), type: .png, size: 10), width: 2, height: 3,
            createdAt: Self.now)
    }

    private func asset(_ seed: UInt8, at now: Timestamp) -> AudioAsset {
        AudioAsset(
            id: AudioAssetID(random: cryptography.randomBytes(16)),
            content: StoredContent(hash: hash(seed), type: .mp3, size: Self.size),
            properties: AudioProperties(
                durationMs: Int(seed) + 1, bitRateKbps: 128, sampleRateHz: 44_100, channels: 2),
            warnings: ["leading-junk"], originalFilename: "a.mp3", sourceDevice: device.id,
            createdAt: now)
    }
}
