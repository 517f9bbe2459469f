import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// Behind somebody else's nginx, which ends TLS and leads to Velody by a path below its own.
@Suite(.instance(environment: ["PUBLIC_BASE_URL": "https://home.example:8443/music"]))
struct ProxyTests {
    private static let publicURL = "https://home.example:8443/music"

    private let instance: RunningInstance
    private let device: TestDevice
    private let front: String
    private let nginx: SecondNginx

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        let port = try Listener.freePort()
        let root = "\(instance.home)/front-\(UUID().uuidString.prefix(8))"
        front = "http://127.0.0.1:\(port)/music"
        nginx = try SecondNginx(
            in: root, beside: instance,
            sites: """
                server {
                    listen 127.0.0.1:\(port);
                    client_max_body_size 0;
                    location /music/api/ {
                        proxy_pass \(instance.url)/api/;
                        proxy_http_version 1.1;
                        proxy_request_buffering off;
                    }
                }

                """)
        let up = try instance.eventually { [instance, front] () -> Bool? in
            (try? instance.http("GET", front + "/api/v1/health").status) == 200 ? true : nil
        }
        try #require(up == true)
    }

    /// PD7.
    ///
    /// Every address that the server names leads back to it, by the way that the client came.
    @Test(arguments: ["home.example:8443", "home.example", "127.0.0.1"])
    func `an address in an answer is the public one, below whatever path and Host`(
        host: String
    ) throws {
        let song = SongFixture(
            title: "Behind \(host)", seed: 7_400 + UInt64(host.count), frameCount: 60)
        let prepared = try send("POST", "/uploads/prepare", host, json: announcement(of: song))
        #expect(prepared.status == 201, "\(prepared.text)")
        let location = try #require(prepared.value("location"))
        #expect(location.hasPrefix(Self.publicURL + "/api/v1/uploads/"))
        #expect(prepared.text.contains(#""uploadUrl":"\#(location)""#))
        let path = String(location.dropFirst((Self.publicURL + "/api/v1").count))
        let patched = try instance.http(
            "PATCH", front + "/api/v1" + path, token: device.token,
            fields: [
                "Host: \(host)", "Upload-Offset: 0",
                "Content-Type: application/offset+octet-stream",
            ], body: song.bytes)
        #expect(patched.status == 204)
        let finished = try send("POST", path + "/finalize", host, json: "{}")
        #expect(finished.status == 201, "\(finished.text)")
        struct Finished: Decodable { let trackId: String }
        let track = try finished.decode(Finished.self).trackId
        #expect(try send("GET", "/tracks/\(track)/file", host).body == song.bytes)
    }

    private func announcement(of song: SongFixture) -> String {
        let hash = OpenSSLCryptography().sha256(song.bytes).hex
        return #"{"sha256":"\#(hash)","sizeBytes":\#(song.bytes.count),"filename":"a.mp3"}"#
    }

    private func send(
        _ method: String, _ path: String, _ host: String, json: String? = nil
    ) throws -> HTTPAnswer {
        try instance.http(
            method, front + "/api/v1" + path, token: device.token,
            fields: ["Host: \(host)"] + (json == nil ? [] : ["Content-Type: application/json"]),
            body: json.map { Array($0.utf8) })
    }
}
