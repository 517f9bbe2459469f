import FoundationEssentials
import Testing
import VelodyRuntime

/// The server's configuration: all of it right, or one message with everything wrong.
@Suite struct SettingsTests {
    private static let complete = [
        "DATABASE_URL": "postgresql:///velody", "STORAGE_ROOT": "/srv/velody/",
        "PUBLIC_BASE_URL": "https://music.example/", "DEVICE_BOOTSTRAP_SECRET": "s3cret",
    ]

    private func load(_ changes: [String: String?]) throws(SettingsError) -> ServerSettings {
        var environment = Self.complete
        for (name, value) in changes { environment[name] = value }
        return try ServerSettings(environment, cores: 4, programFolder: "/usr/bin")
    }

    @Test func `what is not said has its default`() throws {
        let settings = try load([:])
        #expect(settings.environment == .development)
        #expect(settings.storageRoot == "/srv/velody")
        #expect(settings.publicBaseURL == "https://music.example")
        #expect(settings.maxUploadBytes == 1 << 30)
        #expect(settings.uploadSessionLifetime == 604_800)
        #expect(settings.storageReserveBytes == 1 << 30)
        #expect(
            [settings.apiThreads, settings.uploadThreads, settings.ingestThreads] == [8, 16, 4])
        #expect(settings.allowedAudioTypes == ["audio/mpeg"])
        #expect(settings.inspectProgram == "/usr/bin/velody-inspect")
    }

    @Test func `every problem is told at once`() {
        let error = #expect(throws: SettingsError.self) {
            try ServerSettings(
                ["API_THREADS": "0", "LOG_LEVEL": "loud", "ALLOWED_AUDIO_TYPES": "text/html"],
                cores: 1, programFolder: "/")
        }
        let names = error?.problems.map { $0.prefix { $0 != " " } }
        #expect(
            Set(names ?? []) == [
                "API_THREADS", "LOG_LEVEL", "ALLOWED_AUDIO_TYPES", "DATABASE_URL", "STORAGE_ROOT",
                "PUBLIC_BASE_URL", "DEVICE_BOOTSTRAP_SECRET",
            ])
    }

    @Test(arguments: [
        ("STORAGE_ROOT", "relative"), ("PUBLIC_BASE_URL", "music.example"),
        ("PUBLIC_BASE_URL", "ftp://music.example"), ("PUBLIC_BASE_URL", "https://a?b"),
        ("MAX_UPLOAD_SIZE_BYTES", "-1"), ("MAX_UPLOAD_SIZE_BYTES", "1G"),
        ("UPLOAD_SESSION_TTL", "0"), ("VELODY_ENV", "prod"), ("UPLOAD_THREADS", "9999"),
    ])
    func `a wrong value is named`(name: String, value: String) {
        let error = #expect(throws: SettingsError.self) { try load([name: value]) }
        #expect(error?.problems.count == 1)
        #expect(error?.problems.first?.hasPrefix(name + " ") == true)
    }

    @Test func `production wants https and a long secret, and no message shows it`() {
        let error = #expect(throws: SettingsError.self) {
            try load(["VELODY_ENV": "production", "PUBLIC_BASE_URL": "http://music.example"])
        }
        #expect(error?.problems.count == 2)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test func `a secret prints as stars`() {
        let secret = Secret("s3cret")
        #expect("\(secret)" == "***")
        #expect(String(reflecting: secret) == "***")
        #expect(secret.revealed() == "s3cret")
    }

    @Test func `a file lies beneath the real environment`() throws {
        let path = "/tmp/velody-env-\(UUID().uuidString)"
        defer { try? FileManager().removeItem(atPath: path) }
        try Data("# comment\nA=1\nB=\"two words\"\nC='x'\n".utf8).write(to: URL(filePath: path))
        let merged = try EnvironmentFile.beneath(["VELODY_ENV_FILE": path, "A": "real"])
        #expect(merged["A"] == "real")
        #expect(merged["B"] == "two words")
        #expect(merged["C"] == "x")
        #expect(throws: SettingsError.self) {
            try EnvironmentFile.beneath(["VELODY_ENV_FILE": path + ".none"])
        }
    }
}
