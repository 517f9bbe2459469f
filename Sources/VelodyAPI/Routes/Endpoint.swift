import VelodyDomain
import VelodyHTTP

/// What a route does, and who may ask for it where.
struct Endpoint {
    /// Answers a call; whatever it throws is translated once, by the application.
    enum Action {
        /// For anybody.
        case open((Call) throws -> Response)
        /// For a device with a valid token.
        case trusted((Call, Device) throws -> Response)
    }

    let lane: Lane
    let action: Action
}

/// The routes, as they are being put together.
typealias Routes = Router<Endpoint>

extension Router<Endpoint> {
    /// Adds a route for trusted devices below the contract's base path.
    mutating func trusted(
        _ method: Method, _ path: String, lane: Lane = .api,
        _ action: @escaping (Call, Device) throws -> Response
    ) {
        add(method, "/api/v1" + path, Endpoint(lane: lane, action: .trusted(action)))
    }

    /// Adds a route for anybody below the contract's base path.
    mutating func open(
        _ method: Method, _ path: String, _ action: @escaping (Call) throws -> Response
    ) {
        add(method, "/api/v1" + path, Endpoint(lane: .api, action: .open(action)))
    }
}
