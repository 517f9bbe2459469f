package import VelodyDomain
package import VelodyServices

/// An installation as a doctor sees it: well, until a test changes something.
package struct Consultation: Sendable {
    package var plan = Doctor.Plan(
        version: "1.2.3", schemaVersion: 6, storageRoot: "/srv/music", reserveBytes: 1 << 30,
        uploadThreads: 16, connections: 60)
    package var host: HostFacts
    package var database: Result<DatabaseFacts, StoreError>
    package var doubt: StorageDoubt?

    /// Nothing is wrong with it.
    package static let healthy = Consultation()

    private init() {
        let now = Timestamp(microseconds: 1_800_000_000_000_000)
        var webServer = HostFacts.WebServer(
            sitePath: "/etc/nginx/sites-enabled/velody.conf", user: "www-data")
        webServer.version = "1.22.1"
        webServer.test = "nginx: configuration file /etc/nginx/nginx.conf test is successful"
        webServer.site = """
            server {
                limit_conn velody_uploads 14;
                location /_library/ { internal;
                    alias "/srv/music/library/";
                }
            }
            """
        webServer.groups = ["www-data", "music"]
        host = HostFacts(now: now, webServer: webServer)
        host.settingsFile = FileAccess(
            path: "/etc/velody/velody.env", owner: "root", group: "velody", mode: 0o640)
        host.storage = [
            ("", 0o2750), ("/incoming", 0o2700), ("/temp", 0o700), ("/library", 0o2750),
            ("/library/audio", 0o2750),
        ].map {
            FileAccess(path: "/srv/music" + $0, owner: "velody", group: "music", mode: $1)
        }
        host.isStorageMarked = true
        host.storageID = StorageID("6f2b1c9e-0d4a-4c55-9d0e-6a1f3b7e8c21")
        host.freeBytes = 1 << 40
        host.sockets = ["/run/velody/api.sock": true, "/run/velody/upload.sock": true]
        host.answer = HostFacts.Answer(status: 200, version: "1.2.3")
        host.certificateEnd = now.advanced(bySeconds: 60 * 86_400)
        host.isClockSynchronized = true
        host.memoryBytes = 8 << 30
        var facts = DatabaseFacts(
            version: 150_013, schemaVersion: 6, now: now,
            settings: [
                "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on",
                "max_connections": "100", "superuser_reserved_connections": "3",
            ])
        (facts.size, facts.cache) = (100 << 20, 128 << 20)
        facts.storageID = host.storageID
        database = .success(facts)
    }

    /// Judges it.
    package var doctor: Doctor {
        Doctor(plan: plan, host: host, database: database, doubt: doubt)
    }

    /// The same with other words from the database.
    package mutating func changeDatabase(_ change: (inout DatabaseFacts) -> Void) {
        guard case .success(var facts) = database else { return }
        change(&facts)
        database = .success(facts)
    }

    /// The same with a directory below the storage root that has another mode.
    package mutating func setMode(_ mode: UInt32, of name: String) {
        host.storage = host.storage.map { file in
            guard file.path == plan.storageRoot + name else { return file }
            return FileAccess(path: file.path, owner: file.owner, group: file.group, mode: mode)
        }
    }
}
