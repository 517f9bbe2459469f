/// A page of a bootstrap or of the changes, as a client reads it.
struct SyncPage: Decodable, Sendable {
    struct Event: Decodable, Sendable {
        let id: Int64
        let entityType: String
        let entityId: String
        let action: String
        let version: Int64
    }

    struct Audio: Decodable, Sendable { let sha256: String }

    struct Track: Decodable, Sendable {
        let id: String
        let version: Int64
        var title: String?
        let audio: Audio
    }

    struct Tombstone: Decodable, Sendable {
        let id: String
        let version: Int64
    }

    let epoch: String
    let lastEventId: Int64
    let hasMore: Bool
    var nextCursor: String?
    var items: [Track]?
    var events: [Event]?
    var tracks: [Track]?
    var tombstones: [Tombstone]?
}

/// A device's copy of the library: what pages say, applied by version.
struct Mirror: Sendable {
    private(set) var versions: [String: Int64] = [:]
    private(set) var cursor: Int64 = 0
    private var titles: [String: String] = [:]
    private var gone: [String: Int64] = [:]

    mutating func apply(_ page: SyncPage) {
        for track in (page.items ?? []) + (page.tracks ?? [])
        where track.version > max(versions[track.id] ?? 0, gone[track.id] ?? 0) {
            versions[track.id] = track.version
            titles[track.id] = track.title
        }
        for tombstone in page.tombstones ?? [] where tombstone.version > versions[tombstone.id] ?? 0
        {
            versions[tombstone.id] = nil
            titles[tombstone.id] = nil
            gone[tombstone.id] = tombstone.version
        }
        cursor = page.lastEventId
    }

    /// Comparable with ``RunningInstance/libraryText()``.
    var text: String {
        versions.sorted { $0.key < $1.key }
            .map { "\($0.key)|\($0.value)|\(titles[$0.key] ?? "")\n" }.joined()
    }
}

extension RunningInstance {
    /// The active tracks, one a line.
    func libraryText() throws -> String {
        try sql("SELECT id, version, title FROM tracks WHERE deleted_at IS NULL ORDER BY id::text")
    }
}

extension TestDevice {
    /// The library's newest event, as a heartbeat tells it.
    func lastEventID() throws -> Int64? {
        struct Beat: Decodable { let lastEventId: Int64 }
        return try post("/devices/heartbeat").decode(Beat.self).lastEventId
    }
}
