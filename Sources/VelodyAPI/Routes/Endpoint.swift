import VelodyDomain
import VelodyHTTP

/// What a route does, and who may ask for it where.
struct Endpoint {
    /// Answers a call; whatever it throws is translated once, by the application.
    enum Action {
        /// For anybody.
        case open((Call) throws -> Response)
        /// For a device with a valid token, whichever; it only reads.
        ///
        /// It may have run before its token is found to be bad, and nobody hears then what came of it.
        case reading((Call) throws -> Response)
        /// For a device with a valid token.
        case trusted((Call, Device) throws -> Response)
        /// The same, where the answer may be worth waiting for.
        case patient((Call, Device) throws -> PatientResponse)
    }

    let lane: Lane
    let action: Action
}

/// An answer that says nothing new, as long as something may come.
struct PatientResponse {
    let response: Response
    /// How long the client waits for a better one, in seconds; 0 where this is it.
    let patience: Int
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

    /// Adds a route below the contract's base path that only reads, the same for all trusted devices.
    mutating func reading(
        _ method: Method, _ path: String, _ action: @escaping (Call) throws -> Response
    ) {
        add(method, "/api/v1" + path, Endpoint(lane: .api, action: .reading(action)))
    }

    /// Adds a route for trusted devices that may wait for news.
    mutating func patient(
        _ method: Method, _ path: String,
        _ action: @escaping (Call, Device) throws -> PatientResponse
    ) {
        add(method, "/api/v1" + path, Endpoint(lane: .api, action: .patient(action)))
    }

    /// Adds a route for anybody below the contract's base path.
    mutating func open(
        _ method: Method, _ path: String, _ action: @escaping (Call) throws -> Response
    ) {
        add(method, "/api/v1" + path, Endpoint(lane: .api, action: .open(action)))
    }
}
