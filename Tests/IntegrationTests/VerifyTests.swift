import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// `velody-admin verify` on a running instance, against damage made by hand.
@Suite(.instance(environment: ["ORPHAN_GRACE": "0"]), .serialized) struct VerifyTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private struct Line: Decodable {
        let type: String
        let kind: String?
        let path: String?
        let outcome: String?
        let wrong: Int?
    }

    private func verify(_ words: String...) throws -> (lines: [Line], isFine: Bool) {
        let command = Command(instance.home + "/bin/admin", ["verify"] + words)
        let answer = try command.output()
        let lines = try answer.text.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        #expect(lines.last?.type == "summary", "\(answer.text)")
        #expect([.exited(0), .exited(1)].contains(answer.status))
        return (Array(lines.dropLast()), answer.status.isSuccess)
    }

    private func place(_ bytes: [UInt8]) -> String {
        let hex = OpenSSLCryptography().sha256(bytes).hex
        return "library/audio/\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))/\(hex).mp3"
    }

    private func shell(_ script: String, _ words: String...) throws {
        let answer = try Command("sh", ["-ec", script] + words).output()
        #expect(answer.status == .exited(0))
    }

    private func health() throws -> String {
        try instance.http("GET", "/api/v1/health", token: device.token).text
    }

    @Test(
        arguments: [
            ("wrong-hash", #"printf x | dd of="$0" bs=1 seek=200 conv=notrunc status=none"#),
            ("wrong-size", #"truncate -s -1 "$0""#), ("missing", #"rm "$0""#),
        ])
    func `damage is found, told by health, and healed by uploading the file again`(
        kind: String, script: String
    ) throws {
        let bytes = SongFixture(title: kind, seed: UInt64(kind.utf8.count) + 80).bytes
        let track = try device.track(bytes)
        #expect(try device.prepare(bytes).status == 200)
        try shell(script, "\(instance.storageRoot)/\(place(bytes))")
        let (lines, isFine) = try verify()
        #expect(!isFine)
        let finding = try #require(lines.first { $0.path == place(bytes) })
        #expect(finding.kind == kind)
        #expect(finding.outcome == "upload-again")
        let told = try instance.eventually { () throws -> Bool? in
            try health().contains("1 file of the library is damaged") ? true : nil
        }
        #expect(told == true)
        #expect(try device.prepare(bytes).status == 201)
        #expect(try device.track(bytes) == track)
        #expect(try device.get("/tracks/\(track)/file").body == bytes)
        #expect(try device.prepare(bytes).status == 200)
        #expect(try verify().isFine)
        let healed = try instance.eventually { () throws -> Bool? in
            try health().contains("is damaged") ? nil : true
        }
        #expect(healed == true)
    }

    @Test func `wrong rights are repaired, and nginx serves the file again`() throws {
        let bytes = SongFixture(title: "rights", seed: 91).bytes
        let track = try device.track(bytes)
        let place = "\(instance.storageRoot)/\(place(bytes))"
        try shell(#"chmod 000 "$0"; chmod 700 "$(dirname "$0")""#, place)
        #expect(try device.get("/tracks/\(track)/file").status >= 400)
        #expect(try !verify().isFine)
        let (lines, isFine) = try verify("--repair")
        #expect(isFine)
        // And what could not be read was noted as damaged before.
        #expect(lines.map(\.kind) == ["wrong-access", "wrong-access", "whole"])
        #expect(lines.allSatisfy { $0.outcome == "repaired" })
        #expect(try device.get("/tracks/\(track)/file").body == bytes)
        #expect(try verify().lines.isEmpty)
    }

    @Test func `a directory that cannot be entered is told, all else is looked at, and repaired`()
        throws
    {
        let bytes = SongFixture(title: "closed", seed: 93).bytes
        let track = try device.track(bytes)
        let other = try device.track(SongFixture(title: "open", seed: 94).bytes)
        let leaf = place(bytes).split(separator: "/").dropLast().joined(separator: "/")
        for mode in ["000", "400"] {
            try shell(#"chmod "$1" "$0""#, "\(instance.storageRoot)/\(leaf)", mode)
            let (lines, isFine) = try verify()
            #expect(!isFine)
            #expect(lines.map(\.kind) == ["wrong-access", "unreadable"])
            #expect(lines.map(\.path) == [leaf, place(bytes)])
            let repaired = try verify("--repair")
            #expect(repaired.isFine)
            #expect(repaired.lines.map(\.kind) == ["wrong-access", "whole"])
        }
        #expect(try device.get("/tracks/\(track)/file").body == bytes)
        #expect(try device.get("/tracks/\(other)/file").status == 200)
        #expect(try verify().lines.isEmpty)
    }

    @Test func `a rescued copy anywhere in the library is put in its place`() throws {
        let bytes = SongFixture(title: "rescued", seed: 92).bytes
        let track = try device.track(bytes)
        let place = "\(instance.storageRoot)/\(place(bytes))"
        try shell(#"mv "$0" "$1""#, place, "\(instance.storageRoot)/library/rescued.mp3")
        let (lines, isFine) = try verify("--repair")
        #expect(isFine)
        #expect(lines.map(\.outcome) == ["repaired"])
        #expect(try device.get("/tracks/\(track)/file").body == bytes)
    }

    @Test func `a stray file is told and never touched`() throws {
        let stray = instance.storageRoot + "/library/audio/notes.txt"
        try shell(#"echo hello > "$0""#, stray)
        let (lines, isFine) = try verify("--repair")
        #expect(!isFine)
        #expect(lines.map(\.kind) == ["stray"])
        #expect(FileManager().fileExists(atPath: stray))
        try FileManager().removeItem(atPath: stray)
    }
}
