import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// Songs and pictures as nginx sends them.
@Suite(.instance) struct FileTests {
    let instance: RunningInstance
    let device: TestDevice
    let bytes: [UInt8]
    let path: String

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        bytes =
            SongFixture(
                title: "100% ?#&;\"\\ café かな 🎵", artist: "A/B", cover: PictureFixture.jpeg(),
                seed: 900, frameCount: 300
            ).bytes
        path = "/tracks/\(try device.track(bytes))/file"
    }

    private var hash: String { OpenSSLCryptography().sha256(bytes).hex }

    /// X1, X10, X11.
    @Test func `a file has our headers, each once`() throws {
        let answer = try device.get(path)
        #expect(answer.status == 200)
        #expect(answer.body == bytes)
        #expect(answer.value("etag") == "\"\(hash)\"")
        #expect(answer.value("content-type") == "audio/mpeg")
        #expect(answer.value("content-length") == String(bytes.count))
        #expect(answer.value("accept-ranges") == "bytes")
        #expect(answer.value("cache-control") == "private, max-age=31536000, immutable")
        #expect(answer.value("x-content-type-options") == "nosniff")
        #expect(answer.value("content-security-policy") == "default-src 'none'; sandbox")
        #expect(answer.value("last-modified") != nil)
        #expect(answer.value("repr-digest")?.hasPrefix("sha-256=:") == true)
        let names = answer.fields.map(\.name)
        #expect(Set(names).count == names.count)
    }

    /// X6.
    @Test func `HEAD has the headers of GET`() throws {
        let get = try device.get(path)
        let head = try device.head(path)
        let varying = ["date", "x-request-id"]
        #expect(
            head.fields.filter { !varying.contains($0.name) }.map(\.value)
                == get.fields.filter { !varying.contains($0.name) }.map(\.value))
    }

    /// PR6.
    @Test func `any name makes a safe Content-Disposition`() throws {
        let value = try #require(try device.get(path).value("content-disposition"))
        #expect(value.hasPrefix("inline; filename=\""))
        #expect(value.contains("filename*=UTF-8''A%2FB%20-%20100%25"))
        #expect(value.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        let download = try device.get(path + "?download=1")
        #expect(download.value("content-disposition")?.hasPrefix("attachment;") == true)
    }

    /// X1.
    @Test func `the ETag survives a touch of the file`() throws {
        let blob =
            "\(instance.storageRoot)/library/audio/\(hash.prefix(2))/"
            + "\(hash.dropFirst(2).prefix(2))/\(hash).mp3"
        _ = try Command("touch", ["-d", "2001-01-01", blob]).output()
        #expect(try device.get(path).value("etag") == "\"\(hash)\"")
    }

    /// X4, PR1.
    @Test(arguments: [("bytes=0-1", 0, 2), ("bytes=100-199", 100, 100)])
    func `a range is 206 with its length and the total`(
        range: String, start: Int, count: Int
    ) throws {
        let answer = try device.get(path, ["Range: \(range)"])
        #expect(answer.status == 206)
        #expect(answer.body == Array(bytes[start..<start + count]))
        #expect(answer.value("content-length") == String(count))
        #expect(
            answer.value("content-range")
                == "bytes \(start)-\(start + count - 1)/\(bytes.count)")
    }

    /// X4, PR1.
    @Test func `open, suffix and last-byte ranges are served`() throws {
        let last = bytes.count - 1
        #expect(try device.get(path, ["Range: bytes=\(last)-"]).body == [bytes[last]])
        #expect(try device.get(path, ["Range: bytes=-5"]).body == Array(bytes.suffix(5)))
        #expect(try device.get(path, ["Range: bytes=\(last)-\(last)"]).body == [bytes[last]])
    }

    /// X4, PR1.
    @Test func `a range beyond the end is 416 as a problem`() throws {
        let answer = try device.get(path, ["Range: bytes=\(bytes.count)-"])
        #expect(answer.status == 416)
        #expect(answer.value("content-range") == "bytes */\(bytes.count)")
        #expect(answer.value("cache-control") == "no-store")
        #expect(answer.value("content-type") == "application/problem+json")
    }

    /// X4.
    @Test(arguments: [
        "bytes=9-3", "bytes=abc", "bytes=", "bytes=-", "bytes=1", "lines=0-1",
        "bytes=0-99999999999999999999999", "bytes=-99999999999999999999", "bytes=999999-,-0",
    ])
    func `a range that is not valid is ignored`(range: String) throws {
        let answer = try device.get(path, ["Range: \(range)"])
        #expect(answer.status == 200)
        #expect(answer.body == bytes)
        #expect(answer.value("etag") == "\"\(hash)\"")
        #expect(answer.value("cache-control") == "private, max-age=31536000, immutable")
    }

    /// X4.
    @Test(arguments: ["bytes=-0", "bytes=99999999999999999999999-"])
    func `a range of nothing is 416 and not kept`(range: String) throws {
        let answer = try device.get(path, ["Range: \(range)"])
        #expect(answer.status == 416)
        #expect(answer.value("cache-control") == "no-store")
        #expect(answer.value("content-type") == "application/problem+json")
    }

    /// X5.
    @Test func `two ranges give the whole`() throws {
        let answer = try device.get(path, ["Range: bytes=0-1,5-6"])
        #expect(answer.status == 200)
        #expect(answer.body == bytes)
    }

    /// X2.
    @Test func `If-Range with the ETag is 206, with another 200`() throws {
        let right = ["Range: bytes=0-1", "If-Range: \"\(hash)\""]
        let wrong = ["Range: bytes=0-1", "If-Range: \"other\""]
        #expect(try device.get(path, right).status == 206)
        #expect(try device.get(path, wrong).status == 200)
    }

    /// X3.
    @Test(arguments: ["\"HASH\"", "W/\"HASH\"", "\"x\", \"HASH\"", "*"])
    func `If-None-Match is 304 without a body, also with a range`(tag: String) throws {
        let field = "If-None-Match: " + tag.split(separator: "HASH").joined(separator: hash)
        for fields in [[field], [field, "Range: bytes=0-1"]] {
            let answer = try device.get(path, fields)
            #expect(answer.status == 304)
            #expect(answer.body.isEmpty)
            #expect(answer.values("content-length").isEmpty)
            #expect(answer.value("etag") == "\"\(hash)\"")
        }
    }

    @Test func `If-Match other than a star is 412`() throws {
        #expect(try device.get(path, ["If-Match: \"\(hash)\""]).status == 412)
        #expect(try device.get(path, ["If-Match: *"]).status == 200)
    }

    /// X9.
    @Test func `without a valid token not a byte is sent`() throws {
        for token in [nil, "vld_wrong", instance.bootstrapSecret] {
            let answer = try instance.http("GET", "/api/v1" + path, token: token)
            #expect(answer.status == 401)
            #expect(answer.value("www-authenticate") == "Bearer")
            #expect(answer.value("content-type") == "application/problem+json")
        }
    }

    /// X8, PR7.
    @Test(arguments: ["/_library/audio/", "//_library/audio/", "/%5flibrary/audio/"])
    func `the internal location is closed from outside`(prefix: String) throws {
        let target = "\(prefix)\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash).mp3"
        #expect(try instance.http("GET", target, token: device.token).status == 404)
    }

    /// PR7.
    @Test(arguments: ["/%2e%2e/x", "/..%2fx/file", "/%00/file", "//file", "/x/../y/file"])
    func `paths that would mean something else are 404`(tail: String) throws {
        #expect([400, 404].contains(try device.get("/tracks\(tail)").status))
    }

    /// X7.
    @Test func `a missing blob is a 500 problem that is not cached`() throws {
        let other = SongFixture(title: "Gone", seed: 901).bytes
        let track = try device.track(other)
        let hash = OpenSSLCryptography().sha256(other).hex
        try FileManager().removeItem(
            atPath: "\(instance.storageRoot)/library/audio/\(hash.prefix(2))/"
                + "\(hash.dropFirst(2).prefix(2))/\(hash).mp3")
        let answer = try device.get("/tracks/\(track)/file")
        #expect(answer.status == 500)
        #expect(answer.value("cache-control") == "no-store")
        #expect(try answer.decode(TestDevice.Problem.self).code == "blob-missing")
        // Uploading the same file again heals it.
        #expect(try device.prepare(other).status == 201)
        #expect(try device.upload(other).status == 200)
        #expect(try device.get("/tracks/\(track)/file").body == other)
    }

    @Test func `artwork is byte for byte what the file embeds`() throws {
        struct Track: Decodable {
            struct Artwork: Decodable {
                let id: String
                let sha256: String
            }
            let artwork: Artwork?
        }
        let record = try device.get(String(path.dropLast("/file".count))).decode(Track.self)
        let artwork = try #require(record.artwork)
        let answer = try device.get("/artwork/\(artwork.id)")
        #expect(answer.status == 200)
        #expect(answer.body == PictureFixture.jpeg())
        #expect(answer.value("content-type") == "image/jpeg")
        #expect(answer.value("cache-control") == "private, max-age=31536000, immutable")
        let tag = "\"\(artwork.sha256)\""
        #expect(answer.value("etag") == tag)
        let address = "/artwork/\(artwork.id)"
        let head = try device.head(address)
        #expect(head.status == 200)
        #expect(head.value("content-length") == String(answer.body.count))
        #expect(head.value("etag") == tag)
        #expect(head.body.isEmpty)
        #expect(try device.get(address, ["If-None-Match: \(tag)"]).status == 304)
        #expect(try device.get(address, ["If-Match: \"other\""]).status == 412)
        let part = try device.get(address, ["Range: bytes=2-5"])
        #expect(part.status == 206)
        #expect(part.body == Array(answer.body[2...5]))
        #expect(try device.get(address, ["Range: bytes=9000000-"]).status == 416)
        let stranger = try instance.http("GET", "/api/v1" + address)
        #expect(stranger.status == 401)
        for id in ["00000000-0000-4000-8000-000000000000", "x", artwork.sha256] {
            #expect(try device.get("/artwork/\(id)").status == 404, "\(id)")
        }
    }

    @Test func `a record is asked for again each time, and its ETag makes 304`() throws {
        let record = String(path.dropLast("/file".count))
        let first = try device.get(record)
        let tag = try #require(first.value("etag"))
        #expect(tag.hasPrefix("\"v"))
        let known = try device.get(record, ["If-None-Match: \"v999\", \(tag)"])
        #expect(known.status == 304)
        #expect(known.body.isEmpty && known.value("etag") == tag)
        for answer in [first, known] {
            #expect(answer.value("cache-control") == "private, no-cache")
        }
        #expect(try device.get(record, ["If-None-Match: \"v999\""]).status == 200)
        // Another version is another record.
        let id = record.split(separator: "/").last ?? ""
        _ = try instance.sql("UPDATE tracks SET year = 1999 WHERE id = '\(id)'")
        let changed = try device.get(record, ["If-None-Match: \(tag)"])
        #expect(changed.status == 200 && changed.value("etag") != tag)
        #expect(changed.text.contains(#""year":1999"#))
    }
}
