import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The body of `POST /devices/register`.
struct RegistrationBody: Decodable {
    var platform: Member<String>
    var deviceName: Member<String>
    var appVersion: Member<String>
    var installationId: Member<String>

    func registration() throws(RequestError) -> DeviceService.Registration {
        var checks = Checks()
        let known = Device.Platform.allCases.map(\.rawValue).joined(separator: ", ")
        let platform = checks.required("/platform", platform, "must be one of \(known)") {
            Device.Platform(rawValue: $0)
        }
        let name = checks.requiredText("/deviceName", deviceName)
        let version = checks.requiredText("/appVersion", appVersion)
        let installation = checks.uuid("/installationId", installationId)
        guard let platform, let name, let version else { throw checks.failure }
        try checks.finish()
        return DeviceService.Registration(
            platform: platform, deviceName: name, appVersion: version, installation: installation)
    }
}
