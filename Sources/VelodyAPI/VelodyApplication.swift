import VelodyDomain
package import VelodyHTTP
package import VelodyServices

/// The contract, served: matches a request, recognises its device, calls its route.
///
/// One per worker thread, confined to it.
package final class VelodyApplication: Application {
    /// The services that the routes speak to, all but one over one database connection.
    package struct Services {
        package var devices: DeviceService
        /// Recognises devices for `GET /health` within half a second, or not at all.
        package var hastyDevices: DeviceService
        package var uploads: UploadService
        package var library: LibraryService
        package var rereading: RereadService
        package var catalog: CatalogService
        package var sync: SyncService
        package var health: HealthService
        package var strangers: StrangerLimit
        /// Renders the page of metrics and says its media type.
        package var metrics: () -> (text: String, type: String)

        package init(
            devices: DeviceService, hastyDevices: DeviceService, uploads: UploadService,
            library: LibraryService, rereading: RereadService, catalog: CatalogService,
            sync: SyncService, health: HealthService, strangers: StrangerLimit,
            metrics: @escaping () -> (text: String, type: String)
        ) {
            self.devices = devices
            self.hastyDevices = hastyDevices
            self.uploads = uploads
            self.library = library
            self.rereading = rereading
            self.catalog = catalog
            self.sync = sync
            self.health = health
            self.strangers = strangers
            self.metrics = metrics
        }
    }

    private let routes: Routes
    private let devices: DeviceService
    private let strangers: StrangerLimit
    /// Returns, and sets back, how long the database was waited for, in microseconds.
    private let takeDatabaseTime: () -> Int64

    /// Serves `services` under the public `baseURL` (no trailing slash), as `version`.
    package init(
        services: Services, baseURL: String, version: String,
        takeDatabaseTime: @escaping () -> Int64
    ) {
        var routes = Routes()
        MetricsRoute(render: services.metrics).add(to: &routes)
        TrustRoute(devices: services.devices).add(to: &routes)
        HealthRoutes(health: services.health, devices: services.hastyDevices, version: version)
            .add(to: &routes)
        DeviceRoutes(devices: services.devices).add(to: &routes)
        UploadRoutes(uploads: services.uploads, baseURL: baseURL).add(to: &routes)
        CatalogRoutes(catalog: services.catalog).add(to: &routes)
        TrackRoutes(library: services.library, rereading: services.rereading)
            .add(to: &routes)
        MediaRoutes(library: services.library).add(to: &routes)
        SyncRoutes(sync: services.sync).add(to: &routes)
        self.routes = routes
        self.devices = services.devices
        strangers = services.strangers
        self.takeDatabaseTime = takeDatabaseTime
    }

    package func handle(_ request: Request, on lane: Lane) -> Outcome {
        let match = routes.match(request.method, request.path)
        if case .found(let endpoint, _, let route) = match, endpoint.lane == .ingest, lane == .api {
            return admit(request, route) ?? .handOver(.ingest)
        }
        // The web server sends strangers here; who has become trusted since comes again.
        if case .found(let endpoint, _, let route) = match, endpoint.lane == .upload, lane == .api {
            return admit(request, route) ?? .response(Self.busy(request, on: .upload))
        }
        let answer = respond(to: request, match, on: lane)
        var response = answer.response
        response.log.route = match.pattern
        response.log.databaseMicroseconds = takeDatabaseTime()
        // The web server adds its own to a file it sends.
        if response.fields["Cache-Control"] == nil, response.fields["X-Accel-Redirect"] == nil {
            response.fields.set("Cache-Control", "no-store")
        }
        return answer.patience > 0
            ? .wait(response, seconds: answer.patience) : .response(response)
    }

    /// The answer when a lane cannot take a request over because too many wait there already.
    package static func busy(_ request: Request, on lane: Lane) -> Response {
        let detail =
            switch lane {
            case .waiter: "Too many devices are waiting for changes: ask without wait."
            case .ingest: "Too many files are being looked into."
            case .api, .upload: "The upload could not begin. Try again."
            }
        let error = ServiceError(.unavailable, detail, retryAfter: 5)
        var response = Problem.translate(error, requestID: request.id)
        response.fields.set("Cache-Control", "no-store")
        return response
    }

    /// Keeps strangers out of the bounded queue: nil for a request that may be handed over.
    private func admit(_ request: Request, _ route: String) -> Outcome? {
        do {
            _ = try devices.authenticate(request.fields.bearerToken() ?? "")
            return nil
        } catch {
            var response = refuse(error, request)
            response.fields.set("Cache-Control", "no-store")
            response.log.route = route
            response.log.databaseMicroseconds = takeDatabaseTime()
            return .response(response)
        }
    }

    /// Translates an error, and a bad token beyond the budget of its address to 429.
    private func refuse(_ error: any Error, _ request: Request) -> Response {
        let response = Problem.translate(error, requestID: request.id)
        guard response.status.code == 401, let seconds = strangers.note(request.client) else {
            return response
        }
        return Problem.translate(APIError.rateLimited(retryAfter: seconds), requestID: request.id)
    }

    private func respond(
        to request: Request, _ match: Routes.Match, on lane: Lane
    ) -> PatientResponse {
        var deviceID: String?
        var response: Response
        var patience = 0
        do {
            switch match {
            case .notFound: throw APIError.notFound
            case .methodNotAllowed(let allow, _): throw APIError.methodNotAllowed(allow)
            case .found(let endpoint, let parameters, _):
                let call = Call(request: request, parameters: parameters, lane: lane)
                let token = request.fields.bearerToken() ?? ""
                switch endpoint.action {
                case .open(let action): response = try action(call)
                case .reading(let action):
                    let read = try devices.authenticate(token) { Result { try action(call) } }
                    deviceID = read.device.id.description
                    response = try read.result.get()
                case .trusted(let action):
                    let device = try devices.authenticate(token)
                    deviceID = device.id.description
                    response = try action(call, device)
                case .patient(let action):
                    let device = try devices.authenticate(token)
                    deviceID = device.id.description
                    let answer = try action(call, device)
                    (response, patience) = (answer.response, answer.patience)
                }
            }
        } catch {
            response = refuse(error, request)
        }
        response.log.deviceID = response.log.deviceID ?? deviceID
        return PatientResponse(response: response, patience: patience)
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
