import Testing
import VelodyAdministration
import VelodyDomain
import VelodyServices
import VelodyTesting

/// How commands are read, and what the process ends with.
@Suite struct CommandLineTests {
    @Test(
        arguments: [
            [], ["devices"], ["frobnicate"], ["devices", "frobnicate"], ["devices", "revoke"],
            ["devices", "revoke", "7"], ["devices", "add"], ["devices", "add", " "],
            ["devices", "add", "x", "--platform", "toaster"],
            ["devices", "add", "x", "--platform"],
            ["devices", "list", "more"], ["devices", "list", "--unknown"],
            ["devices", "list", "--json=yes"],
        ])
    func `a command given wrongly is 2, says what is wrong, and touches nothing`(
        _ words: [String]
    ) {
        var complaints = ""
        let surroundings = Console.Surroundings(
            isTerminal: true, drawsBars: false, write: { _ in Issue.record("a result") },
            writeError: { complaints += $0 })
        let administration = Administration(surroundings: surroundings, check: Office().check) {
            throw ServiceError(.internal, "must not be asked for")
        } makeTools: {
            throw ServiceError(.internal, "must not be asked for")
        }
        #expect(administration.perform(words) == .usage)
        #expect(complaints.hasPrefix("velody-admin: "))
        #expect(complaints.contains("Exit codes"))
    }

    @Test func `help goes to standard output and is fine`() {
        let office = Office()
        #expect(office.run("--help") == .fine)
        #expect(office.output.contains("velody-admin devices list"))
    }

    @Test func `settings that are not usable are 2`() {
        struct Unusable: Error, CustomStringConvertible { let description = "X is missing" }
        var complaints = ""
        let surroundings = Console.Surroundings(
            isTerminal: true, drawsBars: false, write: { _ in }, writeError: { complaints += $0 })
        let administration = Administration(surroundings: surroundings, check: Office().check) {
            throw Unusable()
        } makeTools: {
            throw Unusable()
        }
        #expect(administration.perform(["devices", "list"]) == .usage)
        #expect(complaints == "velody-admin: X is missing\n")
    }

    @Test func `a database that is away is 75, anything else is 1`() {
        let office = Office()
        office.database.faults.fail("list()", with: StoreError(.unavailable, "gone for now"))
        #expect(office.run("devices", "list") == .tryLater)
        #expect(office.complaints.contains("gone for now"))
        office.database.faults.fail("list()", with: StoreError(.unexpected, "odd"))
        #expect(office.run("devices", "list") == .wrong)
    }
}
