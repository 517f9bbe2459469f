import Testing
import VelodyAdministration
import VelodyDomain
import VelodyServices
import VelodyTesting

/// `velody-admin adopt`.
@Suite struct AdoptCommandTests {
    private let office = Office()

    @Test func `a storage without the songs is refused, and taken with certainty`() throws {
        let stores = office.database.makeStores()
        let writer = try LibraryWriter(registeredIn: stores)
        _ = try writer.publish(1, in: stores)
        #expect(office.run("adopt") == .wrong)
        #expect(office.complaints.contains("(0 of 1 songs were found). Nothing is changed."))
        #expect(try stores.state.storage() == nil)
        #expect(office.run("adopt", "--anyway") == .fine)
        let taken = try #require(try stores.state.storage())
        #expect(
            office.output
                == #"{"type":"adopted","storage":"\#(taken)","sought":1,"found":0}"# + "\n")
    }
}
