import FoundationEssentials
import VelodyInstance
import VelodyRuntime

/// A second nginx before the server of an instance, with what the first has not: HSTS and port 80.
///
/// Made of the same template as the first; ends with the last reference.
final class ProductionSite {
    /// Says from which address a client comes, as it does to no real site.
    static let clientField = "X-Test-Address"

    let url: String
    /// Where port 80 would be.
    let plainURL: String
    private let root: String
    private let nginx: SecondNginx

    /// `more` is added to what holds for every site of that nginx.
    init(beside instance: RunningInstance, more: String = "") throws {
        let (port, plainPort) = (try Listener.freePort(), try Listener.freePort())
        url = "https://127.0.0.1:\(port)"
        plainURL = "http://127.0.0.1:\(plainPort)"
        root = "\(instance.home)/production-\(UUID().uuidString.prefix(8))"
        nginx = try SecondNginx(
            in: root, beside: instance,
            sites: try Self.site(of: instance, on: port)
                + Self.redirect(on: plainPort, acme: root + "/acme"),
            settings: "set_real_ip_from 127.0.0.1; real_ip_header \(Self.clientField); \(more)")
        let plain = plainURL
        let isUp = try instance.eventually { try? instance.http("GET", plain).status == 308 }
        if isUp != true { throw InstanceLaunch.Failure(description: "no second nginx in \(root)") }
    }

    /// Puts a file where certbot would.
    func writeChallenge(_ name: String, _ text: String) throws {
        let folder = root + "/acme/.well-known/acme-challenge"
        let access: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        try FileManager().createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: access)
        try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    }

    /// What the template leaves open is all that differs.
    private static func site(of instance: RunningInstance, on port: UInt16) throws -> String {
        try text(instance.home + "/nginx/velody.conf")
            .replacing("127.0.0.1:\(instance.port)", with: "127.0.0.1:\(port)")
            .replacing(
                #"Strict-Transport-Security """#,
                with: #"Strict-Transport-Security "max-age=63072000""#)
    }

    private static func redirect(on port: UInt16, acme: String) throws -> String {
        Template.fill(
            try text(InstanceLaunch.checkout + "/nginx/redirect.conf.template"),
            with: ["SERVER_NAME": "localhost", "ACME_ROOT": acme]
        ).replacing("listen 80;", with: "listen 127.0.0.1:\(port);")
            .replacing("listen [::]:80;", with: "")
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }
}
