import FoundationEssentials
import VelodyDomain

/// The rows of a ``MemoryDatabase``.
struct MemoryRecords: Sendable {
    /// A device, and what only the database knows of it.
    struct KnownDevice {
        var device: Device
        let installation: UUID?
        var tokenHash: ContentHash
    }

    var devices: [KnownDevice] = []
    var uploads: [UploadID: UploadSession] = [:]
    /// The sessions whose content was not known when they were opened.
    var direct: Set<UploadID> = []
    var tracks: [TrackID: Track] = [:]
    var assets: [ContentHash: Holding] = [:]
    var artwork: [ContentHash: Artwork] = [:]
    /// What each content said of its song when it came.
    var said: [ContentHash: TrackMetadata] = [:]
    var edits: [TrackID: TrackEdits] = [:]
    /// Since when audio is not its track's primary any more.
    var superseded: [ContentHash: Timestamp] = [:]
    var collected: Set<ContentHash> = []
    var damaged: [ContentHash: Damage] = [:]
    var storage: StorageID?
    private(set) var events: [LibraryEvent] = []

    var lastEventID: Int64 { events.last?.id ?? 0 }

    func isTrusted(_ id: DeviceID) -> Bool {
        devices.contains { $0.device.id == id && $0.device.revokedAt == nil }
    }

    func owner(of content: ContentHash) -> PublicationPlan.Owner? {
        guard let holding = assets[content], let track = tracks[holding.track] else { return nil }
        return PublicationPlan.Owner(
            track: track.id, asset: holding.asset.id,
            isPrimary: track.audio.id == holding.asset.id, isDeleted: track.deletedAt != nil)
    }

    func isSound(_ content: ContentHash) -> Bool {
        !collected.contains(content) && damaged[content] == nil
    }

    /// Whatever was noted of a content: its blob was just verified.
    mutating func noteWhole(_ content: ContentHash) {
        collected.remove(content)
        damaged[content] = nil
    }

    /// Changes a track: a new version and one event, unless nothing changed.
    mutating func change(_ id: TrackID, now: Timestamp, _ body: (inout Track) -> Void) {
        guard let before = tracks[id] else { return }
        var track = before
        body(&track)
        guard track != before else { return }
        track.status = track.deletedAt == nil ? .active : .deleted
        track.durationMs = track.audio.properties.durationMs
        track.updatedAt = now
        track.version += 1
        tracks[id] = track
        log(track, Self.action(before, track), now: now)
    }

    /// Puts a new track in, with its event.
    mutating func add(_ track: Track) {
        tracks[track.id] = track
        log(track, .create, now: track.createdAt)
    }

    private mutating func log(_ track: Track, _ action: LibraryAction, now: Timestamp) {
        events.append(
            LibraryEvent(
                id: lastEventID + 1, entityType: .track, entity: track.id, action: action,
                version: track.version, payloadVersion: 1, createdAt: now))
    }

    private static func action(_ before: Track, _ after: Track) -> LibraryAction {
        switch (before.deletedAt, after.deletedAt) {
        case (nil, .some): .delete
        case (.some, nil): .restore
        default: .update
        }
    }
}
