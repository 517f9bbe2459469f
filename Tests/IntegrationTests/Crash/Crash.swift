import FoundationEssentials
import Glibc
import VelodyRuntime

/// One operation, in whose midst something is killed; and the client, who goes on.
struct Crash {
    let scene: CrashScene
    let operation: CrashOperation

    /// The operation without a crash: what it does.
    func rehearse() throws -> Trace {
        var client = try operation.setUp(scene)
        let rest = try scene.others(than: client.hash)
        let trace = try act(&client, killing: nil)
        try settle(&client, rest)
        return trace
    }

    /// Kills the server, or the operator's program, as it enters a system call.
    ///
    /// - Returns: what it did until then; throws what must not be.
    func killWorker(at target: Tracer.Target) throws -> Trace {
        var client = try operation.setUp(scene)
        let rest = try scene.others(than: client.hash)
        let trace = try act(&client, killing: target)
        try requireNothingLost(client)
        try settle(&client, rest)
        return trace
    }

    /// Kills PostgreSQL, all of it, as one of its sessions enters a system call.
    func killDatabase(at target: Tracer.Target) throws -> Trace {
        var client = try operation.setUp(scene)
        let rest = try scene.others(than: client.hash)
        let postmaster = scene.instance.pids()["postgres"] ?? 0
        try scene.forgetSessions()
        let tracer = try Tracer(
            scene.instance, threads: [postmaster], killing: target, follows: true)
        operation.perform(&client, scene)
        let family = [postmaster] + Self.children(of: postmaster)
        for pid in family where pid > 0 { kill(pid, SIGKILL) }
        let trace = tracer.end()
        try awaitDatabase(otherThan: postmaster)
        try requireNothingLost(client)
        try settle(&client, rest)
        return trace
    }

    private func act(
        _ client: inout CrashClient, killing target: Tracer.Target?
    ) throws -> Trace {
        guard let name = operation.thread else {
            let command = [scene.instance.home + "/bin/admin"] + operation.words(client, scene)
            return try Tracer(scene.instance, command: command, killing: target).finish()
        }
        let server = try scene.server()
        try scene.forgetSessions()
        let threads = scene.threads(name, of: server)
        let tracer = try Tracer(scene.instance, threads: threads, killing: target)
        operation.perform(&client, scene)
        let trace = tracer.end()
        if trace.isKilled { _ = try scene.server(otherThan: server) }
        return trace
    }

    /// Before anybody goes on: files without a row at most, never a row without its file.
    private func requireNothingLost(_ client: CrashClient) throws {
        guard scene.isRegular else {
            let lost = try LibraryState(scene.instance).lostFiles().filter {
                operation != .heal || !$0.contains(client.hash)
            }
            return try scene.require(lost.isEmpty, lost.joined(separator: "; "))
        }
        let allowed = operation == .heal ? ["orphan", "whole", "wrong-size"] : ["orphan"]
        struct Line: Decodable {
            let type: String
            var kind: String?
        }
        let answer = try scene.admin(["verify"])
        let lines = answer.text.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        try scene.require(lines.last?.type == "summary", "verify: \(answer.status)")
        let wrong = lines.compactMap(\.kind).filter { !allowed.contains($0) }
        try scene.require(wrong.isEmpty, "verify: \(answer.text)")
    }

    /// Goes on; then all is right, and nothing has happened to the `rest` of the library.
    private func settle(_ client: inout CrashClient, _ rest: String) throws {
        try operation.goOn(&client, scene)
        try scene.require(scene.others(than: client.hash) == rest, "other tracks have changed")
        let problems = try LibraryState(scene.instance).problems()
        try scene.require(problems.isEmpty, problems.joined(separator: "; "))
    }

    private func awaitDatabase(otherThan old: Int32) throws {
        func isBack() throws -> Bool? {
            guard let pid = scene.instance.pids()["postgres"], pid != old else { return nil }
            let health = try? scene.instance.http("GET", "/api/v1/health")
            return health?.status == 200 ? true : nil
        }
        // It syncs each of its files before it recovers: on a busy disk that takes a while.
        for _ in 0..<4 where try scene.instance.eventually(isBack) == true { return }
        throw CrashClient.Broken(what: "the database does not come back")
    }

    private static func children(of pid: Int32) -> [Int32] {
        let text = FileManager().contents(atPath: "/proc/\(pid)/task/\(pid)/children") ?? Data()
        return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }
}
