import FoundationEssentials
import Glibc
package import VelodyDomain

/// Looks at the machine: files, sockets, and what other programs say.
package struct HostSurvey: Sendable {
    private let environment: [String: String]
    private let settings: ServerSettings

    /// `environment` may name another site of nginx (`VELODY_NGINX_SITE`), another user of it
    /// (`VELODY_NGINX_USER`), and holds what `nginx -t` wrote for root (`VELODY_NGINX_TEST`).
    package init(environment: [String: String], settings: ServerSettings) {
        self.environment = environment
        self.settings = settings
    }

    /// What is seen now; takes seconds where something hangs.
    package func facts() -> HostFacts {
        var facts = HostFacts(now: SystemClock().now(), webServer: webServer())
        facts.settingsFile = environment["VELODY_ENV_FILE"].flatMap(Self.access)
        let root = settings.storageRoot
        facts.storage = Self.directories.compactMap { Self.access(root + $0) }
        facts.isStorageMarked = unsafe Glibc.access(root + "/VELODY", F_OK) == 0
        facts.freeBytes = Self.freeBytes(root)
        for path in Self.sockets(in: facts.webServer.site ?? "") {
            facts.sockets[path] = Connection.isAccepted(at: path)
        }
        let visit = Visit(settings.publicBaseURL)
        facts.answer = visit.answer()
        facts.certificateEnd = visit.certificateEnd()
        facts.isClockSynchronized = Self.isClockSynchronized()
        facts.memoryBytes = Memory.totalBytes
        return facts
    }

    private static let directories = [
        "", "/incoming", "/quarantine", "/temp", "/library", "/library/audio", "/library/artwork",
    ]

    private func webServer() -> HostFacts.WebServer {
        var facts = HostFacts.WebServer(
            sitePath: environment["VELODY_NGINX_SITE"] ?? "/etc/nginx/sites-enabled/velody.conf",
            user: environment["VELODY_NGINX_USER"] ?? "www-data")
        // "nginx version: nginx/1.22.1", on standard error.
        facts.version = Command("/usr/sbin/nginx", ["-v"]).said()?
            .split(separator: "/").last.map { $0.filter { !$0.isWhitespace } }
        facts.test = environment["VELODY_NGINX_TEST"]
        facts.site = try? String(contentsOfFile: facts.sitePath, encoding: .utf8)
        facts.groups = Command("id", ["-nG", facts.user]).said()?
            .split(whereSeparator: \.isWhitespace).map(String.init)
        return facts
    }

    /// The sockets of lines such as `server "unix:/run/velody/api.sock" max_fails=0;`, quoted or not.
    static func sockets(in site: String) -> [String] {
        site.matches(of: #/server (?:"unix:([^"]+)"|unix:([^ ;]+))/#)
            .compactMap { ($0.1 ?? $0.2).map(String.init) }
    }

    static func access(_ path: String) -> FileAccess? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        let user = unsafe getpwuid(status.st_uid)
        let group = unsafe getgrgid(status.st_gid)
        return FileAccess(
            path: path,
            owner: unsafe user.map { unsafe String(cString: $0.pointee.pw_name) }
                ?? String(status.st_uid),
            group: unsafe group.map { unsafe String(cString: $0.pointee.gr_name) }
                ?? String(status.st_gid),
            mode: status.st_mode & 0o7777)
    }

    private static func freeBytes(_ path: String) -> Int64? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        let free = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return free.overflow ? Int64.max : Int64(clamping: free.partialValue)
    }

    private static func isClockSynchronized() -> Bool? {
        let words = ["show", "--property", "NTPSynchronized", "--value"]
        return switch Command("timedatectl", words).said()?.filter({ !$0.isWhitespace }) {
        case "yes": true
        case "no": false
        default: nil
        }
    }
}
