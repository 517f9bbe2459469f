import VelodyDomain
import VelodyServices

/// `velody-admin devices …`.
enum DevicesOrder: Order {
    case list
    case revoke(DeviceID)
    case add(DeviceService.Registration)

    /// Reads the words after `devices`.
    init(_ arguments: inout Arguments) throws(UsageError) {
        switch try arguments.next("list, revoke or add") {
        case "list": self = .list
        case "revoke":
            let word = try arguments.next("the device's ID")
            guard let id = DeviceID(word) else { throw UsageError("\(word) is not a device's ID") }
            self = .revoke(id)
        case "add": self = .add(try Self.registration(&arguments))
        case let word: throw UsageError("devices \(word) is not known")
        }
    }

    func perform(with tools: Tools, on console: Console) throws(ServiceError) -> ExitCode {
        switch self {
        case .list:
            for device in try tools.devices.list() { console.tell(Self.record(of: device)) }
        case .revoke(let id):
            try tools.devices.revoke(id)
            console.tell(
                Record("revoked", "Revoked \(id).", [("id", .text(id.description))]))
        case .add(let registration):
            let added = try tools.devices.register(registration)
            console.tell(
                Record(
                    "added",
                    "Device \(added.device.id), its token, shown this once:\n\(added.token)",
                    [("id", .text(added.device.id.description)), ("token", .text(added.token))]))
        }
        return .fine
    }

    private static func registration(
        _ arguments: inout Arguments
    ) throws(UsageError) -> DeviceService.Registration {
        let name = CleanText.cleaned(try arguments.next("the device's name"))
        guard let name, name.unicodeScalars.count <= CleanText.limit else {
            throw UsageError("the device's name has to be 1 to \(CleanText.limit) characters")
        }
        let word = arguments.value("platform") ?? "cli"
        guard let platform = Device.Platform(rawValue: word) else {
            let known = Device.Platform.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--platform is one of \(known)")
        }
        return DeviceService.Registration(
            platform: platform, deviceName: name, appVersion: "velody-admin", installation: nil)
    }

    private static func record(of device: Device) -> Record {
        let state =
            device.revokedAt.map { "revoked " + $0.rfc3339 }
            ?? device.lastSeenAt.map { "seen " + $0.rfc3339 } ?? "never seen"
        return Record(
            "device",
            "\(device.id)  \(device.deviceName) (\(device.platform.rawValue), "
                + "\(device.appVersion)), \(state)",
            [
                ("id", .text(device.id.description)), ("platform", .text(device.platform.rawValue)),
                ("deviceName", .text(device.deviceName)), ("appVersion", .text(device.appVersion)),
                ("createdAt", .moment(device.createdAt)),
                ("lastSeenAt", .moment(device.lastSeenAt)),
                ("revokedAt", .moment(device.revokedAt)),
                ("lastEventId", .integer(device.lastEventID)),
            ])
    }
}
