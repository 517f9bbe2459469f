import Testing
import VelodyAdministration
import VelodyDomain
import VelodyTesting

/// `velody-admin doctor`, and how it is told.
@Suite struct DoctorCommandTests {
    @Test func `a healthy installation is 0, in sentences on a terminal`() {
        let office = Office()
        office.isTerminal = true
        #expect(office.run("doctor") == .fine)
        #expect(office.output.hasSuffix("All is well.\n"))
        #expect(!office.output.contains("{"))
    }

    @Test func `something wrong is 1, with what to do`() {
        let office = Office()
        office.isTerminal = true
        office.consultation.host.isStorageMarked = false
        #expect(office.run("doctor") == .wrong)
        #expect(office.output.contains("WRONG     /srv/music is not there"))
        #expect(office.output.contains("→ Mount the disk."))
        #expect(office.output.hasSuffix("1 wrong.\n"))
    }

    @Test func `what is doubtful is no failure`() {
        let office = Office()
        office.isTerminal = true
        office.consultation.host.isClockSynchronized = false
        #expect(office.run("doctor") == .fine)
        #expect(office.output.hasSuffix("Nothing is wrong; 1 to look at.\n"))
    }

    @Test func `elsewhere each diagnosis is an object`() {
        let office = Office()
        office.consultation.host.answer = nil
        #expect(office.run("doctor") == .fine)
        let lines = office.output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("{\"type\":\"") })
        #expect(
            lines.contains {
                $0.contains(#""check":"server","verdict":"unseen","finding":"The server was not"#)
            })
        #expect(lines.last?.contains(#""type":"summary","wrong":0,"doubtful":0"#) == true)
    }

    @Test func `it takes no further words`() {
        #expect(Office().run("doctor", "now") == .usage)
    }
}
