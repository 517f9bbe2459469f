import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The body of `POST /devices/register`.
struct RegistrationBody: Decodable {
    var platform: String
    var deviceName: String
    var appVersion: String
    var installationId: String?

    func registration() throws(RequestError) -> DeviceService.Registration {
        var checks = Checks()
        let known = Device.Platform.allCases.map(\.rawValue).joined(separator: ", ")
        let platform = checks.require(
            "/platform", Device.Platform(rawValue: platform), "must be one of \(known)")
        let name = checks.required("/deviceName", deviceName)
        let version = checks.required("/appVersion", appVersion)
        let installation = checks.uuid("/installationId", installationId)
        try checks.finish()
        return DeviceService.Registration(
            platform: platform ?? .other, deviceName: name, appVersion: version,
            installation: installation)
    }
}
