/// A machine the owner trusts: it uploads, plays, or both.
package struct Device: Equatable, Sendable {
    /// What kind of machine or client it is.
    package enum Platform: String, Sendable, CaseIterable {
        case macos, ios, ipados, watchos, android, linux, windows, web, cli, other
    }

    package let id: DeviceID
    package var platform: Platform
    package var deviceName: String
    package var appVersion: String
    package var createdAt: Timestamp
    package var lastSeenAt: Timestamp?
    package var revokedAt: Timestamp?
    /// The newest event the device is known to have applied.
    package var lastEventID: Int64?

    package init(
        id: DeviceID, platform: Platform, deviceName: String, appVersion: String,
        createdAt: Timestamp, lastSeenAt: Timestamp?, revokedAt: Timestamp?, lastEventID: Int64?
    ) {
        self.id = id
        self.platform = platform
        self.deviceName = deviceName
        self.appVersion = appVersion
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.revokedAt = revokedAt
        self.lastEventID = lastEventID
    }
}
