import VelodyDomain
import VelodyHTTP
import VelodyServices

/// `GET /health`.
struct HealthRoutes {
    let health: HealthService
    let devices: DeviceService
    let version: String

    func add(to routes: inout Routes) {
        routes.open(.get, "/health") { call in report(call) }
    }

    private func report(_ call: Call) -> Response {
        let report = health.report()
        // A dead database must not delay the answer that says so.
        let isTrusted = report.database.isPassing && isTrusted(call.request)
        return .json(report.isPassing ? .ok : Status(503)) { writer in
            writer.object { writer in
                writer.member("status", report.isPassing ? "ok" : "failing")
                writer.member("version", version)
                writer.member("schemaVersion", report.schemaVersion)
                writer.name("checks")
                writer.object { writer in
                    Self.write("database", report.database, isTrusted, &writer)
                    Self.write("storage", report.storage, isTrusted, &writer)
                    Self.write("schema", report.schema, isTrusted, &writer)
                }
                writer.member("damagedFiles", isTrusted ? report.damagedBlobs : nil)
                writer.name("capacity")
                Self.write(isTrusted ? report.capacity : nil, &writer)
            }
        }
    }

    private func isTrusted(_ request: Request) -> Bool {
        guard let token = request.fields.bearerToken() else { return false }
        return (try? devices.authenticate(token)) != nil
    }

    private static func write(
        _ name: StaticString, _ check: HealthCheck, _ isTrusted: Bool, _ writer: inout JSONWriter
    ) {
        writer.name(name)
        writer.object { writer in
            writer.member("status", check.isPassing ? "ok" : "failing")
            writer.member("detail", isTrusted ? check.detail : nil)
        }
    }

    private static func write(_ capacity: Capacity?, _ writer: inout JSONWriter) {
        guard let capacity else { return writer.null() }
        writer.object { writer in
            writer.member("totalBytes", capacity.space.total)
            writer.member("freeBytes", capacity.space.available)
            writer.member("reserveBytes", capacity.space.reserve)
            writer.member("bytesPerDay", capacity.bytesPerDay)
            // Beyond a hundred years it is a guess without a meaning.
            writer.member("daysLeft", capacity.daysLeft.map { Int64(min($0, 36_500)) })
        }
    }
}
