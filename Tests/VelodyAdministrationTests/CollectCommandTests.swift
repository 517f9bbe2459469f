import Testing
import VelodyAdministration
import VelodyDomain
import VelodyTesting

/// `velody-admin collect`.
@Suite struct CollectCommandTests {
    private let office = Office()

    init() {
        office.storage.put([1, 2, 3], at: "x.tmp", isTemporary: true)
        office.clock.advance(seconds: 90_000)
    }

    @Test func `without --apply it only tells`() throws {
        #expect(office.run("collect") == .fine)
        #expect(
            office.output.split(separator: "\n") == [
                #"{"type":"collected","kind":"temporary","name":"temp/x.tmp","sizeBytes":3,"applied":false}"#,
                #"{"type":"summary","count":1,"bytes":3,"applied":false}"#,
            ])
        #expect(try office.storage.inventory.temporaryFiles().count == 1)
        office.isTerminal = true
        #expect(office.run("collect") == .fine)
        #expect(office.output.hasSuffix("would remove 1, 3 B; --apply does it\n"))
    }

    @Test func `with --apply it does, once`() throws {
        #expect(office.run("collect", "--apply") == .fine)
        #expect(try office.storage.inventory.temporaryFiles() == [])
        #expect(office.run("collect", "--apply") == .fine)
        #expect(office.output == #"{"type":"summary","count":0,"bytes":0,"applied":true}"# + "\n")
    }

    @Test func `what it does not understand is 2`() {
        #expect(office.run("collect", "--force") == .usage)
        #expect(office.run("collect", "all") == .usage)
    }
}
