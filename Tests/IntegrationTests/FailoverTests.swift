import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime
import VelodyTesting

/// A primary that is gone for good, and the standby that takes its place.
@Suite(.serialized, .instance) struct FailoverTests {
    private let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    @Test func `a standby that takes over is found, and has all that was acknowledged`() throws {
        let standby = try Standby(of: instance)
        try pointServer(to: standby.url)
        let device = try TestDevice(on: instance)
        let song = try device.track(SongFixture(title: "Before", seed: 12_900).bytes)
        let begun = try BegunUpload(90, by: device)
        try expectToBeHeard(by: device, from: standby, isPrimary: false)
        let newest = try #require(try device.lastEventID())
        try killPrimary()
        for _ in 0..<3 {
            try begun.sendRest().expectUnavailable()
            try device.get("/tracks").expectUnavailable()
            try device.prepare(begun.bytes + [0]).expectUnavailable()
        }
        try expectHealth(503)
        try standby.promote()
        try begun.expectToGoOn()
        #expect(try device.get("/tracks/\(song)").status == 200)
        #expect(try device.lastEventID() == newest + 1)
        try expectToBeHeard(by: device, from: standby, isPrimary: true)
        try expectHealth(200)
    }

    /// Health is a second old at most.
    private func expectHealth(_ status: Int) throws {
        let isSo = try instance.eventually {
            try instance.http("GET", "/api/v1/health").status == status ? true : nil
        }
        #expect(isSo == true)
    }

    /// Who waits for changes hears of them, from whichever is the primary.
    private func expectToBeHeard(
        by device: TestDevice, from standby: Standby, isPrimary: Bool
    ) throws {
        let newest = try #require(try device.lastEventID())
        let waiting = try Patient(device, after: newest)
        let listeners = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        let listens = try instance.eventually {
            try standby.sql(listeners, onPrimary: !isPrimary) == "1\n" ? true : nil
        }
        #expect(listens == true)
        _ = try device.track(
            SongFixture(title: "Heard", seed: isPrimary ? 12_901 : 12_902).bytes)
        #expect(try waiting.page().events?.map(\.id) == [newest + 1])
    }

    /// Has the server begin anew with another `DATABASE_URL`.
    private func pointServer(to url: String) throws {
        let program = instance.home + "/bin/velody-server"
        try FileManager().moveItem(atPath: program, toPath: program + "-itself")
        let script = "#!/bin/sh\nexport DATABASE_URL='\(url)'\nexec \"$0-itself\" \"$@\"\n"
        try Data(script.utf8).write(to: URL(filePath: program))
        try FileManager().setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let old = try #require(instance.pids()["velody-server"])
        #expect(kill(old, SIGTERM) == 0)
        let isBack = try instance.eventually { () -> Bool? in
            guard let pid = instance.pids()["velody-server"], pid != old else { return nil }
            return try instance.http("GET", "/api/v1/health").status == 200 ? true : nil
        }
        try #require(isBack == true)
    }

    /// Kills it, and sees to it that it does not come back: two primaries would each take songs.
    private func killPrimary() throws {
        let postmaster = try #require(instance.pids()["postgres"])
        let cluster = instance.home + "/database/cluster"
        try FileManager().moveItem(atPath: cluster, toPath: cluster + ".gone")
        let list = "/proc/\(postmaster)/task/\(postmaster)/children"
        let children = String(
            decoding: FileManager().contents(atPath: list) ?? Data(), as: UTF8.self)
        for pid in [postmaster] + children.split(separator: " ").compactMap({ Int32($0) }) {
            kill(pid, SIGKILL)
        }
    }
}
