import FoundationEssentials
import VelodyRuntime

/// Another nginx beside an instance's own, with the same main configuration and other sites.
///
/// Ends with the last reference.
final class SecondNginx {
    private var nginx: ChildProcess

    /// `root` is a directory of its own; `sites` are what its `http` includes, `settings` what
    /// stands before them.
    init(
        in root: String, beside instance: RunningInstance, sites: String, settings: String = ""
    ) throws {
        let access: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        try FileManager().createDirectory(
            atPath: root, withIntermediateDirectories: true, attributes: access)
        let first = instance.home + "/nginx"
        let main = try String(contentsOfFile: first + "/nginx.conf", encoding: .utf8)
            .replacing(first, with: root).replacing("http {", with: "http { \(settings)")
        for (name, text) in [("velody.conf", sites), ("nginx.conf", main)] {
            try text.write(toFile: "\(root)/\(name)", atomically: false, encoding: .utf8)
        }
        nginx = try Command(
            "setpriv",
            [
                "--pdeathsig", "TERM", "--", "/usr/sbin/nginx", "-p", root, "-c",
                root + "/nginx.conf", "-e", root + "/error.log",
            ]
        ).spawn()
    }

    deinit {
        nginx.kill()
        _ = nginx.wait()
    }
}
