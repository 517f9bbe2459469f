import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// `velody-admin` on a running instance.
@Suite(.instance) struct AdminTests {
    let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    @Test func `a device is added, listed and revoked from the command line`() throws {
        struct Added: Decodable {
            let id: String
            let token: String
        }
        let answer = try instance.admin("devices", "add", "Cellar", "--platform", "linux")
        #expect(answer.status == .exited(0), "\(answer.text)")
        let added = try JSONDecoder().decode(Added.self, from: Data(answer.bytes))
        #expect(try instance.http("GET", "/api/v1/devices", token: added.token).status == 200)
        let list = try instance.admin("devices", "list").text
        #expect(list.split(separator: "\n").contains { $0.contains(#""deviceName":"Cellar""#) })
        #expect(try instance.admin("devices", "revoke", added.id).status == .exited(0))
        #expect(try instance.http("GET", "/api/v1/devices", token: added.token).status == 401)
    }

    @Test func `a file is looked into without database and settings`() throws {
        struct Inspection: Decodable {
            struct Audio: Decodable { let durationMs: Int }
            struct Metadata: Decodable { let title: String? }
            struct Picture: Decodable {
                let type: String
                let sizeBytes: Int
            }
            let verdict: String
            let reason: String?
            let audio: Audio?
            let metadata: Metadata
            let picture: Picture?
        }
        let cover = PictureFixture.png()
        let song = SongFixture(title: "One", cover: cover, seed: 91)
        let files = [song.bytes, Array("<!DOCTYPE html><html>\(song.durationMs)</html>".utf8)]
        let inspections = try files.map { bytes in
            try instance.withFile(bytes) { path in
                // No variable of the instance's reaches it.
                var command = Command(instance.home + "/bin/velody-admin", ["inspect", path])
                command.environment = [:]
                let answer = try command.output()
                return (
                    answer.status,
                    try JSONDecoder().decode(Inspection.self, from: Data(answer.bytes))
                )
            }
        }
        #expect(inspections[0].0 == .exited(0))
        #expect(inspections[0].1.verdict == "accept")
        #expect(inspections[0].1.audio?.durationMs == song.durationMs)
        #expect(inspections[0].1.metadata.title == "One")
        #expect(inspections[0].1.picture?.type == "image/png")
        #expect(inspections[0].1.picture?.sizeBytes == cover.count)
        #expect(inspections[1].0 == .exited(1))
        #expect(inspections[1].1.verdict == "reject")
        #expect(inspections[1].1.reason == "not-audio")
    }

    @Test func `called wrongly it is 2 and shows how it is called`() throws {
        let answer = try instance.admin("devices", "destroy")
        #expect(answer.status == .exited(2))
        #expect(answer.text.contains("velody-admin devices list"))
    }

    @Test func `a database that does not answer is 75`() throws {
        var command = Command(
            "sh",
            [
                "-c", #"DATABASE_URL=postgresql:///velody?host=/nowhere "$0" devices list"#,
                instance.home + "/bin/admin",
            ])
        command.descriptors[2] = -1
        #expect(try command.output().status == .exited(75))
    }

    @Test func `another user than the storage's is refused`() throws {
        var command = Command(
            "sh",
            [
                "-c",
                #"VELODY_ENV_FILE="$0"/server.env "$0"/bin/velody-admin devices list"#,
                instance.home,
            ])
        command.descriptors[2] = -1
        let answer = try command.output()
        #expect(answer.status == .exited(2))
        #expect(answer.text.contains("has to run as that user"))
    }

    @Test func `the doctor is content with a running instance, and finds open secrets`() throws {
        let healthy = try instance.admin("doctor")
        #expect(healthy.status == .exited(0), "\(healthy.text)")
        for check in ["storage-access", "durability", "site", "sockets", "server", "certificate"] {
            #expect(
                healthy.text.contains(#""check":"\#(check)","verdict":"fine""#),
                "\(check): \(healthy.text)")
        }
        let settings = instance.home + "/server.env"
        #expect(try Command("chmod", ["0644", settings]).output().status == .exited(0))
        let open = try instance.admin("doctor")
        #expect(try Command("chmod", ["0600", settings]).output().status == .exited(0))
        #expect(open.status == .exited(1))
        #expect(open.text.contains(#""check":"settings","verdict":"wrong""#))
    }
}
