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
    private var nginx: ChildProcess

    /// `more` is added to what holds for every site of that nginx.
    init(beside instance: RunningInstance, more: String = "") throws {
        let (port, plainPort) = (try Listener.freePort(), try Listener.freePort())
        url = "https://127.0.0.1:\(port)"
        plainURL = "http://127.0.0.1:\(plainPort)"
        root = "\(instance.home)/production-\(UUID().uuidString.prefix(8))"
        try Self.write(to: root, from: instance, port: port, plainPort: plainPort, more: more)
        nginx = try Command(
            "setpriv",
            [
                "--pdeathsig", "TERM", "--", "/usr/sbin/nginx", "-p", root, "-c",
                root + "/nginx.conf", "-e", root + "/error.log",
            ]
        ).spawn()
        let plain = plainURL
        let isUp = try instance.eventually { try? instance.http("GET", plain).status == 308 }
        if isUp != true { throw InstanceLaunch.Failure(description: "no second nginx in \(root)") }
    }

    deinit {
        nginx.kill()
        _ = nginx.wait()
    }

    /// Puts a file where certbot would.
    func writeChallenge(_ name: String, _ text: String) throws {
        let folder = root + "/acme/.well-known/acme-challenge"
        let access: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        try FileManager().createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: access)
        try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    }

    private static func write(
        to root: String, from instance: RunningInstance, port: UInt16, plainPort: UInt16,
        more: String
    ) throws {
        let access: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        try FileManager().createDirectory(
            atPath: root, withIntermediateDirectories: true, attributes: access)
        let first = instance.home + "/nginx"
        // What the template leaves open is all that differs.
        let site = try text(first + "/velody.conf")
            .replacing("127.0.0.1:\(instance.port)", with: "127.0.0.1:\(port)")
            .replacing(
                #"Strict-Transport-Security """#,
                with: #"Strict-Transport-Security "max-age=63072000""#)
        let redirect = Template.fill(
            try text(InstanceLaunch.checkout + "/nginx/redirect.conf.template"),
            with: ["SERVER_NAME": "localhost", "ACME_ROOT": root + "/acme"]
        ).replacing("listen 80;", with: "listen 127.0.0.1:\(plainPort);")
            .replacing("listen [::]:80;", with: "")
        let main = try text(first + "/nginx.conf").replacing(first, with: root).replacing(
            "http {",
            with: "http { set_real_ip_from 127.0.0.1; real_ip_header \(clientField); \(more)")
        for (name, text) in [("velody.conf", site + redirect), ("nginx.conf", main)] {
            try text.write(toFile: "\(root)/\(name)", atomically: false, encoding: .utf8)
        }
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }
}
