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

    @Test func `what the database never heard of is removed only when that is said`() throws {
        let stores = office.database.makeStores()
        let writer = try LibraryWriter(registeredIn: stores)
        _ = try writer.publish(1, in: stores)
        let known = StoredContent(hash: writer.hash(1), type: .mp3, size: LibraryWriter.size)
        let unknown = StoredContent(hash: writer.hash(2), type: .mp3, size: 1)
        for content in [known, unknown] {
            office.storage.put([7], at: office.storage.blobs.location(of: content))
        }
        office.clock.advance(seconds: 90_000)
        #expect(office.run("adopt", "--anyway") == .fine)
        #expect(office.run("collect", "--apply") == .fine)
        #expect(office.output.contains(#""kind":"unknown""#))
        #expect(office.complaints.contains("1 file is left that this database never heard of"))
        #expect(office.complaints.contains("If it may go"))
        #expect(office.storage.blob(unknown) == [7])
        #expect(office.run("collect", "--apply", "--unknown") == .fine)
        #expect(office.storage.blob(unknown) == nil)
        #expect(office.storage.blob(known) == [7])
    }

    @Test func `what it does not understand is 2`() {
        #expect(office.run("collect", "--force") == .usage)
        #expect(office.run("collect", "all") == .usage)
    }
}
