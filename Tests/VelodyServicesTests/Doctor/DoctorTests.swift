import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// What the doctor says of an installation with one thing wrong.
@Suite struct DoctorTests {
    /// One thing that is not as it should be, and what has to be said.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: String
        let verdict: Diagnosis.Verdict
        /// A part of the finding.
        let words: String
        let change: @Sendable (inout Consultation) -> Void

        init(
            _ description: String, _ check: String, _ verdict: Diagnosis.Verdict, _ words: String,
            _ change: @escaping @Sendable (inout Consultation) -> Void
        ) {
            (testDescription, self.check, self.verdict) = (description, check, verdict)
            (self.words, self.change) = (words, change)
        }
    }

    @Test func `of a healthy installation all is fine`() {
        let diagnoses = Consultation.healthy.doctor.examine()
        #expect(diagnoses.count > 12)
        #expect(diagnoses.filter { $0.verdict != .fine } == [])
    }

    @Test(arguments: storage + machine + database + webServer)
    func `one thing is wrong, and that is what is said`(_ given: Case) throws {
        var consultation = Consultation.healthy
        given.change(&consultation)
        let odd = consultation.doctor.examine().filter { $0.verdict != .fine }
        let said = try #require(odd.first)
        #expect(odd.count == 1, "\(odd)")
        #expect(said.check == given.check && said.verdict == given.verdict)
        #expect(said.finding.contains(given.words), "\(said.finding)")
        #expect(said.remedy?.isEmpty == false)
    }

    private static let storage = [
        Case("no storage", "storage", .wrong, "/srv/music") { $0.host.isStorageMarked = false },
        Case("another library's storage", "storage", .wrong, "/srv/music is another library's") {
            $0.host.storageID = StorageID("00000000-0000-4000-8000-000000000000")
            $0.doubt = .foreign
        },
        Case("a storage of before the update", "storage", .wrong, "without an identity") {
            $0.host.storageID = nil
            $0.doubt = .foreign
        },
        Case("a storage that does not say which it is", "storage", .unseen, "cannot be told") {
            $0.host.storageID = nil
        },
        Case("an empty storage", "storage", .wrong, "empty although the library is not") {
            $0.doubt = .empty
        },
        Case("a storage of other songs", "storage", .wrong, "lacks most of the library's songs") {
            $0.doubt = .otherSongs
        },
        Case("parts for all", "storage-access", .wrong, "/incoming has the mode 750") {
            $0.setMode(0o750, of: "/incoming")
        },
        Case("a library for all", "storage-access", .wrong, "/library has the mode 2755") {
            $0.setMode(0o2755, of: "/library")
        },
        Case("nginx kept out", "storage-access", .wrong, "/audio has the mode 2700") {
            $0.setMode(0o2700, of: "/library/audio")
        },
        Case("no group handed down", "storage-access", .wrong, "/audio has the mode 750") {
            $0.setMode(0o750, of: "/library/audio")
        },
        Case("nginx in no group", "storage-access", .wrong, "not in the group music") {
            $0.host.webServer.groups = ["www-data"]
        },
        Case("a full disk", "disk", .wrong, "Uploads are refused") { $0.host.freeBytes = 1 << 30 },
        Case("a disk nearly full", "disk", .doubtful, "nearly full") {
            $0.host.freeBytes = 2 << 30
        },
        Case("no disk", "disk", .unseen, "cannot be seen") { $0.host.freeBytes = nil },
    ]

    private static let machine = [
        Case("secrets for all", "settings", .wrong, "its mode is 644") {
            $0.host.settingsFile = FileAccess(
                path: "/etc/velody/velody.env", owner: "root", group: "velody", mode: 0o644)
        },
        Case("no settings file", "settings", .unseen, "No file") { $0.host.settingsFile = nil },
        Case("a clock on its own", "clock", .doubtful, "follows no other") {
            $0.host.isClockSynchronized = false
        },
        Case("an unknown clock", "clock", .unseen, "cannot be seen") {
            $0.host.isClockSynchronized = nil
        },
        Case("two clocks", "clock", .wrong, "in the database") {
            $0.changeDatabase { $0.now = $0.now.advanced(bySeconds: -3) }
        },
        Case("a certificate that ended", "certificate", .wrong, "ended") {
            $0.host.certificateEnd = $0.host.now
        },
        Case("a certificate about to end", "certificate", .doubtful, "ends in 13 days") {
            $0.host.certificateEnd = $0.host.now.advanced(bySeconds: 14 * 86_400 - 1)
        },
        Case("no certificate", "certificate", .unseen, "no certificate") {
            $0.host.certificateEnd = nil
        },
    ]

    private static let database = [
        Case("no database", "database", .wrong, "does not answer (08006)") {
            $0.database = .failure(StoreError(.unavailable, "08006"))
        },
        Case("an old PostgreSQL", "database", .wrong, "14.9") {
            $0.changeDatabase { $0.version = 140_009 }
        },
        Case("a migration missing", "schema", .wrong, "migration 5; 6 is needed") {
            $0.changeDatabase { $0.schemaVersion = 5 }
        },
        Case("a migration too many", "schema", .doubtful, "migration 7") {
            $0.changeDatabase { $0.schemaVersion = 7 }
        },
        Case("no fsync", "durability", .wrong, "fsync off") {
            $0.changeDatabase { $0.settings["fsync"] = "off" }
        },
        Case("no full pages", "durability", .wrong, "full_page_writes off") {
            $0.changeDatabase { $0.settings["full_page_writes"] = "off" }
        },
        Case("commits that do not wait", "durability", .wrong, "synchronous_commit off") {
            $0.changeDatabase { $0.settings["synchronous_commit"] = "off" }
        },
        Case("too few connections", "connections", .wrong, "allows 59") {
            $0.changeDatabase { $0.settings["max_connections"] = "62" }
        },
        Case("little memory for much", "database-memory", .doubtful, "keeps 128 MB of 2048 MB") {
            $0.changeDatabase { $0.size = 2 << 30 }
        },
    ]

    /// As much as a private instance gives it, on whatever machine.
    @Test func `a gigabyte of memory for the database is enough`() {
        var consultation = Consultation.healthy
        consultation.host.memoryBytes = 64 << 30
        consultation.changeDatabase { ($0.size, $0.cache) = (8 << 30, 1 << 30) }
        #expect(consultation.doctor.examine().filter { $0.verdict != .fine } == [])
    }

    private static let webServer = [
        Case("no nginx", "nginx", .wrong, "not installed") { $0.host.webServer.version = nil },
        Case("an old nginx", "nginx", .wrong, "1.18.0") { $0.host.webServer.version = "1.18.0" },
        Case("nginx -t fails", "nginx-configuration", .wrong, "unknown directive") {
            $0.host.webServer.test = "nginx: [emerg] unknown directive \"nonsense\""
        },
        Case("nginx -t not allowed", "nginx-configuration", .unseen, "Only root") {
            $0.host.webServer.test = nil
        },
        Case("no site", "site", .wrong, "no /etc/nginx/sites-enabled/velody.conf") {
            $0.host.webServer.site = nil
        },
        Case("too many uploads", "site", .wrong, "14 uploads through to 14 threads") {
            $0.plan.uploadThreads = 14
        },
        Case("no limit", "site", .wrong, "any number of uploads") {
            $0.host.webServer.site = "alias /srv/music/library/;"
        },
        Case("another library", "site", .wrong, "another library") {
            $0.host.webServer.site = "limit_conn velody_uploads 14;\nalias /srv/other/library/;"
        },
        Case("nobody at a socket", "sockets", .wrong, "/run/velody/api.sock") {
            $0.host.sockets["/run/velody/api.sock"] = false
        },
        Case("a failing server", "server", .wrong, "503") { $0.host.answer?.status = 503 },
        Case("no server", "server", .wrong, "Nobody answers") { $0.host.answer?.status = 0 },
        Case("a server not asked", "server", .unseen, "not asked") { $0.host.answer = nil },
        Case("an old server", "server", .doubtful, "that runs is 1.2.2") {
            $0.host.answer?.version = "1.2.2"
        },
    ]
}
