import FoundationEssentials
package import VelodyDomain

/// The server's configuration: read once, checked whole, never changed.
package struct ServerSettings: Sendable {
    /// What the server is run for; production is the strictest.
    package enum Environment: String, Sendable, CaseIterable {
        case development, staging, production
    }

    /// Every variable that ``init(_:cores:programFolder:)`` looks at.
    package static let variables: Set<String> = [
        "VELODY_ENV", "DATABASE_URL", "STORAGE_ROOT", "PUBLIC_BASE_URL", "DEVICE_BOOTSTRAP_SECRET",
        "DEVICE_BOOTSTRAP_SECRET_FILE", "MAX_UPLOAD_SIZE_BYTES", "UPLOAD_SESSION_TTL",
        "STORAGE_RESERVE_BYTES", "API_THREADS", "UPLOAD_THREADS", "INGEST_THREADS",
        "ALLOWED_AUDIO_TYPES", "LOG_LEVEL", "SHUTDOWN_GRACE", "INSPECT_PROGRAM", "API_SOCKET",
        "UPLOAD_SOCKET", "DELETED_RETENTION", "SUPERSEDED_RETENTION", "QUARANTINE_RETENTION",
        "ORPHAN_GRACE", "STRANGERS_PER_MINUTE", "ARTIST_SEPARATORS", "ARTIST_EXCEPTIONS",
    ]

    package let environment: Environment
    /// A libpq URL or connection string; may hold a password.
    package let databaseURL: Secret
    /// An absolute path without a trailing slash.
    package let storageRoot: String
    /// Without a trailing slash.
    package let publicBaseURL: String
    package let bootstrapSecret: Secret
    package let maxUploadBytes: Int64
    /// In seconds.
    package let uploadSessionLifetime: Int
    package let storageReserveBytes: Int64
    package let apiThreads: Int
    package let uploadThreads: Int
    package let ingestThreads: Int
    package let allowedAudioTypes: Set<String>
    /// What parts the artists of one text.
    package let artistSeparators: ArtistSeparators
    package let logLevel: LogLevel
    /// How long running requests may go on after SIGTERM, in seconds.
    package let shutdownGrace: Int
    /// The path of `velody-inspect`.
    package let inspectProgram: String
    /// How long the audio of deleted tracks is kept, in seconds.
    package let deletedRetention: Int
    /// How long audio that was superseded, and pictures without a track, are kept, in seconds.
    package let supersededRetention: Int
    /// How long refused files are kept, in seconds.
    package let quarantineRetention: Int
    /// How old a file that nothing refers to has to be before it counts, in seconds.
    package let orphanGrace: Int
    /// How many bad tokens or secrets one address may bring in a minute.
    package let strangersPerMinute: Int
    /// Where to listen when no sockets are inherited.
    package let apiSocketPath: String?
    package let uploadSocketPath: String?

    /// Reads and checks an environment.
    ///
    /// - Parameters:
    ///   - environment: the variables, as ``EnvironmentFile/beneath(_:)`` returns them.
    ///   - cores: how many processors there are.
    ///   - programFolder: where this program lies; `velody-inspect` is expected beside it.
    /// - Throws: every problem at once.
    package init(
        _ environment: [String: String], cores: Int, programFolder: String
    ) throws(SettingsError) {
        var reader = SettingsReader(environment)
        self.environment = Self.environment(&reader)
        databaseURL = Secret(Self.database("DATABASE_URL", &reader))
        storageRoot = Self.absolutePath("STORAGE_ROOT", &reader)
        publicBaseURL = Self.baseURL(self.environment, &reader)
        bootstrapSecret = Self.bootstrapSecret(self.environment, &reader)
        maxUploadBytes = reader.integer(
            "MAX_UPLOAD_SIZE_BYTES", in: 1...(1 << 50), default: 1 << 30)
        uploadSessionLifetime = reader.integer(
            "UPLOAD_SESSION_TTL", in: 1...31_536_000, default: 604_800)
        storageReserveBytes = reader.integer(
            "STORAGE_RESERVE_BYTES", in: 0...(1 << 50), default: 1 << 30)
        apiThreads = reader.integer("API_THREADS", in: 1...256, default: 8)
        uploadThreads = reader.integer("UPLOAD_THREADS", in: 2...256, default: 16)
        ingestThreads = reader.integer("INGEST_THREADS", in: 1...64, default: max(1, cores))
        logLevel = reader.choice("LOG_LEVEL", default: .info)
        shutdownGrace = reader.integer("SHUTDOWN_GRACE", in: 0...3_600, default: 30)
        let inspection = InspectionSettings(&reader, programFolder: programFolder)
        allowedAudioTypes = inspection.allowedAudioTypes
        artistSeparators = inspection.artistSeparators
        inspectProgram = inspection.inspectProgram
        let century = 0...3_155_760_000
        deletedRetention = reader.integer(
            "DELETED_RETENTION", in: century, default: 90 * 86_400)
        supersededRetention = reader.integer(
            "SUPERSEDED_RETENTION", in: century, default: 30 * 86_400)
        quarantineRetention = reader.integer(
            "QUARANTINE_RETENTION", in: century, default: 90 * 86_400)
        orphanGrace = reader.integer("ORPHAN_GRACE", in: century, default: 86_400)
        strangersPerMinute = reader.integer(
            "STRANGERS_PER_MINUTE", in: 1...1_000_000, default: 20)
        apiSocketPath = reader.optional("API_SOCKET")
        uploadSocketPath = reader.optional("UPLOAD_SOCKET")
        if !reader.problems.isEmpty { throw SettingsError(problems: reader.problems) }
    }

    /// Never guessed: a forgotten `production` would be served by development's rules.
    private static func environment(_ reader: inout SettingsReader) -> Environment {
        let text = reader.required("VELODY_ENV")
        return text.isEmpty ? .development : reader.choice("VELODY_ENV", default: .development)
    }

    /// A URL or connection string of libpq by its looks; whether it leads anywhere, health tells.
    private static func database(_ name: String, _ reader: inout SettingsReader) -> String {
        let text = reader.required(name)
        let isURL = ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
        if !text.isEmpty, !isURL, text.contains("://") || !text.contains("=") {
            reader.complain(name, "must be a URL such as postgresql:///velody")
        }
        return text
    }

    private static func absolutePath(_ name: String, _ reader: inout SettingsReader) -> String {
        let path = reader.required(name)
        if !path.isEmpty, !path.hasPrefix("/") { reader.complain(name, "must be an absolute path") }
        var kept = path[...]
        while kept.hasSuffix("/") { kept = kept.dropLast() }
        if !path.isEmpty, kept.isEmpty { reader.complain(name, "must not be the root folder") }
        return String(kept)
    }

    private static func baseURL(
        _ environment: Environment, _ reader: inout SettingsReader
    ) -> String {
        let name = "PUBLIC_BASE_URL"
        let text = reader.required(name)
        guard !text.isEmpty else { return text }
        let url = URLComponents(string: text)
        guard let url, let scheme = url.scheme, ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else {
            reader.complain(name, "must be a URL such as https://music.example")
            return text
        }
        if url.query != nil || url.fragment != nil || url.user != nil {
            reader.complain(name, "must have no user, query or fragment")
        }
        if environment == .production, scheme != "https" {
            reader.complain(name, "must be https in production")
        }
        if text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            reader.complain(name, "must be plain ASCII")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private static func bootstrapSecret(
        _ environment: Environment, _ reader: inout SettingsReader
    ) -> Secret {
        let secret = reader.secret("DEVICE_BOOTSTRAP_SECRET")
        let length = secret.revealed().count
        if environment == .production, (1..<32).contains(length) {
            reader.complain(
                "DEVICE_BOOTSTRAP_SECRET", "must be at least 32 characters in production")
        }
        // Clients show it as a bearer token (RFC 6750 section 2.1), as which nothing else is read.
        if length > 512 || !secret.revealed().utf8.allSatisfy(isTokenByte) {
            reader.complain(
                "DEVICE_BOOTSTRAP_SECRET",
                "must be of letters, digits and -._~+/= alone, and at most 512 characters")
        }
        return secret
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~+/=".utf8.contains(byte)
        }
    }
}
