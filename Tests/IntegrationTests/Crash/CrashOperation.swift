import VelodyRuntime

/// What is going on when something dies; each with the steps of it that last.
enum CrashOperation: String, CaseIterable, Sendable {
    case prepare, patch, finalize, heal, direct, reject, cancel, delete
    case release, purge, collect, sweep, backup

    /// Who does it: a thread of the server, or a program of the operator's where that is nil.
    var thread: String? {
        switch self {
        case .prepare, .cancel, .delete: "api"
        case .patch, .direct: "upload"
        case .finalize, .heal, .reject: "ingest"
        case .release, .purge, .collect, .sweep, .backup: nil
        }
    }

    /// Songs of different operations differ.
    var seed: UInt64 { UInt64(Self.allCases.firstIndex(of: self) ?? 0) * 1_000_000 + 9_000_000 }

    /// The words for `velody-admin`.
    func words(_ client: CrashClient, _ scene: CrashScene) -> [String] {
        switch self {
        case .backup: ["backup", scene.backups, "--keep", "1"]
        case .release, .purge: ["quarantine", rawValue, client.upload ?? ""]
        default: ["collect", "--apply"]
        }
    }

    /// Everything before it.
    func setUp(_ scene: CrashScene) throws -> CrashClient {
        let bytes = self == .backup ? try scene.lateBytes() : try scene.bytes(for: self)
        var client = CrashClient(scene.device, bytes)
        switch self {
        case .prepare, .direct: break
        case .patch:
            client.prepare()
            client.patch(0..<5_000)
        case .finalize, .cancel, .reject:
            client.prepare()
            client.patch(0..<client.bytes.count)
        case .heal:
            _ = try client.goOn()
            try scene.damage(client.hash)
            client.prepare()
            client.patch(0..<client.bytes.count)
        case .release, .purge:
            _ = try client.goOn()
        case .delete:
            _ = try client.goOn()
        case .collect:
            _ = try client.goOn()
            try scene.removeUploads()
            _ = try scene.admin(["collect", "--apply"])
            _ = try client.device.delete("/tracks/\(try scene.track(client.hash))")
        case .sweep:
            try scene.removeUploads()
            _ = try scene.admin(["collect", "--apply"])
            client.prepare()
            client.patch(0..<5_000)
            try scene.expire(client)
        case .backup:
            try scene.backUpAndChange()
            _ = try client.goOn()
        }
        return client
    }

    /// The request itself, which may be answered by nobody.
    func perform(_ client: inout CrashClient, _ scene: CrashScene) {
        switch self {
        case .prepare: client.prepare()
        case .patch: client.patch(client.acknowledged..<client.bytes.count)
        case .finalize, .heal, .reject: client.finalize()
        case .direct: _ = try? client.device.upload(client.bytes)
        case .cancel: _ = client.upload.map { try? client.device.delete("/uploads/\($0)") }
        case .delete:
            guard let track = try? scene.track(client.hash) else { return }
            _ = try? client.device.delete("/tracks/\(track)")
        case .release, .purge, .collect, .sweep, .backup: _ = try? scene.admin(words(client, scene))
        }
    }

    /// What whoever asked does afterwards; throws what must not be.
    func goOn(_ client: inout CrashClient, _ scene: CrashScene) throws {
        switch self {
        case .prepare, .patch, .finalize, .heal, .direct:
            try scene.require([200, 201].contains(client.goOn().status), "it is not taken")
            try scene.requireOneTrack(client.hash, events: "create")
        case .reject:
            try scene.require(client.goOn().status == 415, "it is not refused")
            try scene.requireQuarantined(client)
        case .cancel:
            try scene.repeatedly(until: [204, 404]) { [client] in
                try client.device.delete("/uploads/\(client.upload ?? "")")
            }
        case .delete:
            let track = try scene.track(client.hash)
            try scene.repeatedly(until: [204]) { [client] in
                try client.device.delete("/tracks/\(track)")
            }
            try scene.requireOneTrack(client.hash, events: "create,delete")
        case .release:
            // The second time there may be nothing left to release.
            try scene.requireAdmin(words(client, scene), [0, 1])
            try scene.requireOneTrack(client.hash, events: "create")
            try scene.requireGone("quarantine/\(client.upload ?? "")")
        case .purge:
            try scene.requireAdmin(words(client, scene), [0, 1])
            try scene.requireGone("quarantine/\(client.upload ?? "")")
        case .collect:
            try scene.requireAdmin(words(client, scene), [0])
            try scene.requireGone(scene.place(client.hash))
            try scene.requireOneTrack(client.hash, events: "create,delete")
            try scene.require([200, 201].contains(client.goOn().status), "it is not taken again")
            // Collecting asks about each directory that has files: the next time as many have.
            _ = try client.device.delete("/tracks/\(try scene.track(client.hash))")
        case .sweep:
            try scene.requireAdmin(words(client, scene), [0])
            try scene.requireExpired(client)
            try scene.require([200, 201].contains(client.goOn().status), "it is not taken")
            try scene.requireOneTrack(client.hash, events: "create")
            // As above: collecting sweeps, too.
            _ = try client.device.delete("/tracks/\(try scene.track(client.hash))")
        case .backup:
            try scene.requireWholeBackups(1...2)
            try scene.requireAdmin(words(client, scene), [0])
            try scene.requireOneBackup()
        }
    }
}
