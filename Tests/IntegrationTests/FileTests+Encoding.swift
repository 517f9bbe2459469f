import Testing
import VelodyRuntime

extension FileTests {
    private static let offers = [
        "gzip", "gzip, deflate, br", "*", "gzip;q=1.0, identity;q=0", "identity",
    ]

    private func expectPlain(_ answer: HTTPAnswer, _ status: Int, _ content: some Sequence<UInt8>) {
        #expect(answer.status == status)
        let isSame = answer.body.elementsEqual(content)
        #expect(isSame)
        #expect(answer.value("content-length") == String(answer.body.count))
        #expect(answer.values("content-encoding").isEmpty)
        #expect(answer.values("transfer-encoding").isEmpty)
        #expect(answer.value("etag")?.hasPrefix("\"") == true)
    }

    /// PR2: also where nginx compresses whatever it can for all its sites.
    @Test(arguments: RunningInstance.Version.allCases)
    func `audio is never compressed or chunked`(version: RunningInstance.Version) throws {
        let site = try ProductionSite(
            beside: instance,
            more: "gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any; gzip_vary on;")
        let file = site.url + "/api/v1" + path
        for offer in Self.offers {
            let fields = ["Accept-Encoding: \(offer)"]
            func get(_ url: String, _ more: [String] = []) throws -> HTTPAnswer {
                try instance.http(
                    "GET", url, token: device.token, fields: fields + more, version: version)
            }
            expectPlain(try get(file), 200, bytes)
            expectPlain(try get(file, ["Range: bytes=100-299"]), 206, bytes[100...299])
        }
        // That nginx does compress, what is not audio.
        let record = try Command(
            "curl",
            [
                version.rawValue, "--silent", "--include", "--cacert", instance.certificate,
                "--noproxy", "*", "--header", "Authorization: Bearer \(device.token)", "--header",
                "Accept-Encoding: gzip", String(file.dropLast("/file".count)),
            ]
        ).output()
        #expect(try HTTPAnswer(parsing: record.bytes).value("content-encoding") == "gzip")
    }
}
