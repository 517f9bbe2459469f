import VelodyDomain
import VelodyHTTP

extension JSONWriter {
    /// Writes the contract's `Device`.
    mutating func device(_ device: Device) {
        object { writer in
            writer.member("id", device.id.description)
            writer.member("platform", device.platform.rawValue)
            writer.member("deviceName", device.deviceName)
            writer.member("appVersion", device.appVersion)
            writer.member("createdAt", device.createdAt.rfc3339)
            writer.member("lastSeenAt", device.lastSeenAt?.rfc3339)
            writer.member("revokedAt", device.revokedAt?.rfc3339)
            writer.member("lastEventId", device.lastEventID)
        }
    }
}
