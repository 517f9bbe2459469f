import VelodyDomain
package import VelodyHTTP
package import VelodyServices

/// The contract, served: matches a request, recognises its device, calls its route.
///
/// One per worker thread, confined to it.
package final class VelodyApplication: Application {
    /// The services that the routes speak to, all over one database connection.
    package struct Services {
        package var devices: DeviceService
        package var uploads: UploadService
        package var library: LibraryService
        package var catalog: CatalogService
        package var health: HealthService

        package init(
            devices: DeviceService, uploads: UploadService, library: LibraryService,
            catalog: CatalogService, health: HealthService
        ) {
            self.devices = devices
            self.uploads = uploads
            self.library = library
            self.catalog = catalog
            self.health = health
        }
    }

    private let routes: Routes
    private let devices: DeviceService
    /// Returns, and sets back, how long the database was waited for, in microseconds.
    private let takeDatabaseTime: () -> Int64

    /// Serves `services` under the public `baseURL` (no trailing slash), as `version`.
    package init(
        services: Services, baseURL: String, version: String,
        takeDatabaseTime: @escaping () -> Int64
    ) {
        var routes = Routes()
        HealthRoutes(health: services.health, devices: services.devices, version: version)
            .add(to: &routes)
        DeviceRoutes(devices: services.devices).add(to: &routes)
        UploadRoutes(uploads: services.uploads, baseURL: baseURL).add(to: &routes)
        CatalogRoutes(catalog: services.catalog).add(to: &routes)
        TrackRoutes(library: services.library).add(to: &routes)
        MediaRoutes(library: services.library).add(to: &routes)
        self.routes = routes
        self.devices = services.devices
        self.takeDatabaseTime = takeDatabaseTime
    }

    package func handle(_ request: Request, on lane: Lane) -> Outcome {
        let match = routes.match(request.method, request.path)
        if case .found(let endpoint, _, _) = match, endpoint.lane == .ingest, lane == .api {
            return admit(request) ?? .handOver(.ingest)
        }
        var response = respond(to: request, match)
        response.log.route = match.pattern
        response.log.databaseMicroseconds = takeDatabaseTime()
        // The web server adds its own to a file it sends.
        if response.fields["Cache-Control"] == nil, response.fields["X-Accel-Redirect"] == nil {
            response.fields.set("Cache-Control", "no-store")
        }
        return .response(response)
    }

    /// The answer when a request cannot be handed over because too many wait already.
    package static func busy(_ request: Request) -> Response {
        let error = ServiceError(
            .unavailable, "Too many uploads are being finalized.", retryAfter: 5)
        var response = Problem.translate(error, requestID: request.id)
        response.fields.set("Cache-Control", "no-store")
        return response
    }

    /// Keeps strangers out of the bounded queue: nil for a request that may be handed over.
    private func admit(_ request: Request) -> Outcome? {
        do {
            _ = try devices.authenticate(request.fields.bearerToken() ?? "")
            return nil
        } catch {
            var response = Problem.translate(error, requestID: request.id)
            response.fields.set("Cache-Control", "no-store")
            return .response(response)
        }
    }

    private func respond(to request: Request, _ match: Routes.Match) -> Response {
        var deviceID: String?
        var response: Response
        do {
            switch match {
            case .notFound: throw APIError.notFound
            case .methodNotAllowed(let allow, _): throw APIError.methodNotAllowed(allow)
            case .found(let endpoint, let parameters, _):
                let call = Call(request: request, parameters: parameters)
                switch endpoint.action {
                case .open(let action): response = try action(call)
                case .trusted(let action):
                    let device = try devices.authenticate(request.fields.bearerToken() ?? "")
                    deviceID = device.id.description
                    response = try action(call, device)
                }
            }
        } catch {
            response = Problem.translate(error, requestID: request.id)
        }
        response.log.deviceID = response.log.deviceID ?? deviceID
        return response
    }
}

extension Router.Match {
    /// The matched pattern, for the log; nil where the path is unknown.
    fileprivate var pattern: String? {
        switch self {
        case .found(_, _, let pattern), .methodNotAllowed(_, let pattern): pattern
        case .notFound: nil
        }
    }
}
