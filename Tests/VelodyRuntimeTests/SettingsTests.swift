import Testing
import VelodyDomain
import VelodyRuntime

/// What the server's configuration refuses.
@Suite struct SettingsTests {
    private static let good = [
        "VELODY_ENV": "production", "DATABASE_URL": "postgresql:///velody",
        "STORAGE_ROOT": "/srv/velody/", "PUBLIC_BASE_URL": "https://music.example/",
        "DEVICE_BOOTSTRAP_SECRET": String(repeating: "s", count: 32),
    ]

    private func read(_ changes: [String: String]) throws -> ServerSettings {
        try ServerSettings(
            Self.good.merging(changes) { _, new in new }, cores: 3, programFolder: "/usr/libexec")
    }

    @Test func `what is not said has its default`() throws {
        let settings = try read([:])
        #expect(settings.environment == .production)
        #expect(settings.storageRoot == "/srv/velody")
        #expect(settings.publicBaseURL == "https://music.example")
        #expect(settings.maxUploadBytes == 1 << 30 && settings.storageReserveBytes == 1 << 30)
        #expect(settings.uploadSessionLifetime == 604_800 && settings.shutdownGrace == 30)
        #expect(settings.apiThreads == 8 && settings.uploadThreads == 16)
        #expect(settings.ingestThreads == 3)
        #expect(settings.allowedAudioTypes == ["audio/mpeg"])
        #expect(settings.logLevel == .info)
        #expect(settings.inspectProgram == "/usr/libexec/velody-inspect")
    }

    @Test(
        arguments: [
            ("VELODY_ENV", ""), ("VELODY_ENV", "prod"), ("DATABASE_URL", ""),
            ("DATABASE_URL", "velody"), ("DATABASE_URL", "mysql://localhost/velody"),
            ("STORAGE_ROOT", ""), ("STORAGE_ROOT", "music"), ("STORAGE_ROOT", "/"),
            ("STORAGE_ROOT", "//"), ("PUBLIC_BASE_URL", "music.example"),
            ("PUBLIC_BASE_URL", "http://music.example"), ("PUBLIC_BASE_URL", "ftp://music.example"),
            ("PUBLIC_BASE_URL", "https://music.example/?a=b"),
            ("PUBLIC_BASE_URL", "https://music.example/#a"),
            ("PUBLIC_BASE_URL", "https://me@music.example"), ("PUBLIC_BASE_URL", "https://"),
            ("DEVICE_BOOTSTRAP_SECRET", ""), ("DEVICE_BOOTSTRAP_SECRET", "short"),
            ("DEVICE_BOOTSTRAP_SECRET", "no header can hold this very long one"),
            ("DEVICE_BOOTSTRAP_SECRET", String(repeating: "é", count: 32)),
            ("DEVICE_BOOTSTRAP_SECRET", String(repeating: "s", count: 513)),
            ("DEVICE_BOOTSTRAP_SECRET_FILE", "/dev/null"), ("MAX_UPLOAD_SIZE_BYTES", "0"),
            ("MAX_UPLOAD_SIZE_BYTES", "1GB"), ("UPLOAD_SESSION_TTL", "-1"),
            ("STORAGE_RESERVE_BYTES", "99999999999999999999"), ("API_THREADS", "0"),
            ("UPLOAD_THREADS", "many"), ("UPLOAD_THREADS", "1"), ("INGEST_THREADS", "1.5"),
            ("LOG_LEVEL", "loud"),
            ("ALLOWED_AUDIO_TYPES", "image/png"), ("ALLOWED_AUDIO_TYPES", ","),
            ("SHUTDOWN_GRACE", "soon"),
        ])
    func `a wrong value is the one problem, and it names its variable`(
        name: String, value: String
    ) throws {
        let error = #expect(throws: SettingsError.self) { try read([name: value]) }
        let problems = try #require(error).problems
        #expect(problems.count == 1)
        let variable = name.replacing("_FILE", with: "")
        #expect(problems.first?.hasPrefix(variable) == true)
    }

    @Test(
        arguments: [
            ("audio/mpeg, audio/flac", ["audio/mpeg", "audio/flac"]),
            ("audio/x-m4a,audio/x-wav", ["audio/mp4", "audio/wav"]),
            ("audio/ogg", ["audio/ogg", "audio/ogg; codecs=opus"]),
            ("audio/opus", ["audio/ogg; codecs=opus"]),
        ] as [(String, Set<String>)])
    func `audio types are known by the names in use`(_ value: String, _ types: Set<String>) throws {
        #expect(try read(["ALLOWED_AUDIO_TYPES": value]).allowedAudioTypes == types)
    }

    @Test func `texts in a list have no spaces around them`() throws {
        let settings = try read([
            "ARTIST_SEPARATORS": " ; | feat. ||/", "ARTIST_EXCEPTIONS": "AC/DC | Kairon; IRSE!",
        ])
        let right = ArtistSeparators([";", "feat.", "/"], exceptions: ["AC/DC", "Kairon; IRSE!"])
        #expect(settings.artistSeparators == right)
        #expect(try read([:]).artistSeparators.isEmpty)
    }

    @Test func `every problem is said at once, one a line`() throws {
        let error = #expect(throws: SettingsError.self) {
            try ServerSettings(
                ["API_THREADS": "x", "LOG_LEVEL": "y"], cores: 1, programFolder: "/")
        }
        let text = String(describing: try #require(error))
        for name in [
            "VELODY_ENV", "DATABASE_URL", "STORAGE_ROOT", "PUBLIC_BASE_URL",
            "DEVICE_BOOTSTRAP_SECRET", "API_THREADS", "LOG_LEVEL",
        ] {
            let naming = text.split(separator: "\n").filter { $0.hasPrefix("  \(name) ") }
            #expect(naming.count == 1)
        }
    }

    @Test func `no problem and no print shows a secret`() throws {
        let error = #expect(throws: SettingsError.self) {
            try read(["DEVICE_BOOTSTRAP_SECRET": "hunter2", "API_THREADS": "x"])
        }
        #expect(!String(describing: try #require(error)).contains("hunter2"))
        let secret = Secret("hunter2")
        #expect("\(secret) \(String(reflecting: secret))" == "*** ***")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!dumped.contains("hunter2"))
    }

    @Test(arguments: [
        "postgresql:///velody", "postgres://a@b/c?host=d", "dbname=velody host=/run/postgresql",
    ])
    func `a database may be named in either form of libpq`(url: String) throws {
        #expect(try read(["DATABASE_URL": url]).databaseURL.revealed() == url)
    }

    @Test(arguments: ["development", "staging"])
    func `other environments than production take http and a short secret`(name: String) throws {
        let settings = try read([
            "VELODY_ENV": name, "PUBLIC_BASE_URL": "http://localhost:8080",
            "DEVICE_BOOTSTRAP_SECRET": "short",
        ])
        #expect(settings.bootstrapSecret.revealed() == "short")
    }
}
