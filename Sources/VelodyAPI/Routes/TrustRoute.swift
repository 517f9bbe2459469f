import VelodyDomain
import VelodyHTTP
import VelodyServices

/// `GET /_trust`, for the web server alone: whose an upload is, before its body is let in.
struct TrustRoute {
    let devices: DeviceService

    func add(to routes: inout Routes) {
        routes.add(
            .get, "/_trust", Endpoint(lane: .api, action: .open { trust($0.request) }))
    }

    /// The device, or nothing: whatever is wrong, the upload itself is told.
    private func trust(_ request: Request) -> Response {
        var response = Response(.noContent)
        if let token = request.fields.bearerToken(),
            let device = try? devices.authenticate(token)
        {
            response.fields.set("X-Velody-Device", device.id.description)
        }
        return response
    }
}
