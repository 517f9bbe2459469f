import Testing
import VelodyAdministration
import VelodyDomain
import VelodyServices
import VelodyTesting

/// `velody-admin devices`.
@Suite struct DevicesTests {
    private let office = Office()

    private func add(_ name: String) throws -> (id: DeviceID, token: String) {
        #expect(office.run("devices", "add", name, "--platform", "linux") == .fine)
        let words = office.output.split(separator: "\"").map(String.init)
        let id = try #require(words.firstIndex(of: "id").map { words[$0 + 2] })
        let token = try #require(words.firstIndex(of: "token").map { words[$0 + 2] })
        return (try #require(DeviceID(id)), token)
    }

    @Test func `a device that was added can sign in, until it is revoked`() throws {
        let added = try add("Study")
        #expect(try office.devices.authenticate(added.token).id == added.id)
        #expect(office.run("devices", "revoke", added.id.description) == .fine)
        #expect(throws: (any Error).self) { try office.devices.authenticate(added.token) }
        // Again is as well.
        #expect(office.run("devices", "revoke", added.id.description) == .fine)
    }

    @Test func `revoking a device that does not exist is 1`() {
        #expect(office.run("devices", "revoke", "00000000-0000-4000-8000-000000000000") == .wrong)
        #expect(office.complaints.contains("no such device"))
    }

    @Test func `the list has a line for each, as JSON where no terminal is`() throws {
        let first = try add("Study")
        let second = try add(#"a "quoted" \ name"#)
        _ = office.run("devices", "revoke", second.id.description)
        #expect(office.run("devices", "list") == .fine)
        let lines = office.output.split(separator: "\n")
        #expect(lines.count == 2)
        let plain = try #require(lines.first { $0.contains(first.id.description) })
        #expect(plain.hasPrefix(#"{"type":"device","id":""#))
        #expect(plain.contains(#""revokedAt":null"#))
        let quoted = try #require(lines.first { $0.contains(second.id.description) })
        #expect(quoted.contains(#""deviceName":"a \"quoted\" \\ name""#))
        #expect(!quoted.contains(#""revokedAt":null"#))
    }

    @Test func `on a terminal it is sentences, unless JSON is asked for`() throws {
        let added = try add("Study")
        office.isTerminal = true
        #expect(office.run("devices", "list") == .fine)
        #expect(office.output.hasPrefix("\(added.id)  Study (linux, velody-admin), never seen"))
        #expect(office.run("devices", "list", "--json") == .fine)
        #expect(office.output.hasPrefix("{"))
    }

    @Test func `what would act upon a terminal is not written to one`() throws {
        office.isTerminal = true
        #expect(office.run("devices", "add", "na\u{202E}me") == .fine)
        #expect(office.run("devices", "list") == .fine)
        #expect(!office.output.unicodeScalars.contains("\u{202E}"))
        #expect(office.output.contains("na?me"))
    }
}
