import VelodyHTTP

/// The body of `POST /devices/heartbeat`.
struct HeartbeatBody: Decodable {
    var appVersion: Member<String>

    func cleanedVersion() throws(RequestError) -> String? {
        var checks = Checks()
        let version = checks.spokenText("/appVersion", appVersion)
        try checks.finish()
        return version
    }
}
