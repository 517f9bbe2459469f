import VelodyHTTP

/// The body of `POST /devices/heartbeat`.
struct HeartbeatBody: Decodable {
    var appVersion: String?

    func cleanedVersion() throws(RequestError) -> String? {
        var checks = Checks()
        let version = appVersion.map { checks.required("/appVersion", $0) }
        try checks.finish()
        return version
    }
}
