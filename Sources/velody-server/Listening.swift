import Glibc
import VelodyRuntime

/// Where the server's two sockets come from.
enum Listening {
    static func sockets(
        _ environment: [String: String], _ settings: ServerSettings
    ) throws -> ServerSockets {
        if let inherited = try ServerSockets.inherited(environment, pid: getpid()) {
            return inherited
        }
        guard let api = settings.apiSocketPath, let upload = settings.uploadSocketPath else {
            throw SettingsError(problems: [
                "API_SOCKET and UPLOAD_SOCKET are needed where no sockets are inherited"
            ])
        }
        return try ServerSockets.made(api: api, upload: upload)
    }
}
