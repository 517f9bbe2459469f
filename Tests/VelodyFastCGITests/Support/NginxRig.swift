import FoundationEssentials
import Glibc
import VelodyHTTP
import VelodyRuntime
import VelodyTesting

/// A server behind a real nginx, which listens on a unix socket and needs no port.
struct NginxRig: Sendable {
    let rig: Rig
    private let nginx: TemporaryDirectory

    init(_ script: @escaping @Sendable (Request, Lane) -> Outcome) throws {
        rig = try Rig(threads: .init(api: 4, upload: 4), script)
        let configuration = rig.directory.path + "/nginx.conf"
        let words = ["nginx", "-p", ".", "-e", "error.log", "-c", configuration]
        try Self.text(api: rig.api, upload: rig.upload, files: rig.directory.path)
            .write(toFile: configuration, atomically: false, encoding: .utf8)
        nginx = try TemporaryDirectory(running: words)
        let path = nginx.path
        guard RunningServer.eventually({ (try? UnixConnection(to: path + "/web.sock")) != nil })
        else {
            throw NotStarted(
                log: (try? String(contentsOfFile: path + "/error.log", encoding: .utf8)) ?? "")
        }
    }

    /// Why there is no nginx.
    struct NotStarted: Error { let log: String }

    /// Begins a request; `head` has the lines after the first, `body` the bytes that go at once.
    func begin(
        _ line: String, _ head: [String] = [], body: [UInt8] = []
    ) throws -> UnixConnection {
        let connection = try UnixConnection(to: nginx.path + "/web.sock")
        let lines = ["\(line) HTTP/1.1", "Host: velody", "Connection: close"] + head + ["", ""]
        connection.send(Array(lines.joined(separator: "\r\n").utf8) + body)
        return connection
    }

    private static func text(api: String, upload: String, files: String) -> String {
        """
        \(getuid() == 0 ? "user root;" : "")
        daemon off; worker_processes 1; pid nginx.pid;
        events { worker_connections 1024; }
        http {
            access_log off; client_max_body_size 0; client_body_temp_path body; fastcgi_temp_path fastcgi;
            proxy_temp_path proxy; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
            server {
                listen unix:web.sock backlog=511;
                fastcgi_param REQUEST_METHOD $request_method;
                fastcgi_param REQUEST_URI $request_uri;
                fastcgi_param CONTENT_TYPE $content_type;
                fastcgi_param CONTENT_LENGTH $content_length;
                fastcgi_param VELODY_REQUEST_ID $request_id;
                fastcgi_next_upstream off;
                location / { fastcgi_pass unix:\(api); }
                location /upload { fastcgi_request_buffering off; fastcgi_pass unix:\(upload); }
                location /_library/ { internal; alias \(files)/; }
            }
        }
        """
    }
}
