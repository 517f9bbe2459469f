import FoundationEssentials
import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The contract's section Devices.
struct DeviceRoutes {
    let devices: DeviceService

    func add(to routes: inout Routes) {
        routes.open(.post, "/devices/register") { call in try register(call.request) }
        routes.trusted(.post, "/devices/heartbeat") { call, device in
            try heartbeat(call.request, device)
        }
        routes.trusted(.get, "/devices") { _, _ in try list() }
        routes.trusted(.delete, "/devices/{id}") { call, _ in
            try devices.revoke(call.id(DeviceID.self))
            return Response(.noContent)
        }
    }

    private func register(_ request: Request) throws -> Response {
        // The secret comes first: a stranger learns nothing about the body.
        try devices.requireBootstrap(request.fields.bearerToken() ?? "")
        let registration = try request.decode(RegistrationBody.self).registration()
        let registered = try devices.register(registration)
        var response = Response.json(registered.isNew ? .created : .ok) { writer in
            writer.object { writer in
                writer.name("device")
                writer.device(registered.device)
                writer.member("token", registered.token)
            }
        }
        response.log.deviceID = registered.device.id.description
        return response
    }

    private func heartbeat(_ request: Request, _ device: Device) throws -> Response {
        let body = try request.decode(HeartbeatBody.self, allowsEmpty: true)
        let beat = try devices.heartbeat(of: device.id, appVersion: try body.cleanedVersion())
        return .json(.ok) { writer in
            writer.object { writer in
                writer.name("device")
                writer.device(beat.device)
                writer.member("serverTime", beat.now.rfc3339)
                writer.member("epoch", beat.state.epoch.uuidString.lowercased())
                writer.member("lastEventId", beat.state.lastEventID)
            }
        }
    }

    private func list() throws -> Response {
        let items = try devices.list()
        return .json(.ok) { writer in
            writer.object { writer in
                writer.name("items")
                writer.array(items) { $0.device($1) }
            }
        }
    }
}
