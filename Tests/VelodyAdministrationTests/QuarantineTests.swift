import Testing
import VelodyAdministration
import VelodyDomain
import VelodyServices
import VelodyTesting

/// `velody-admin quarantine`.
@Suite struct QuarantineTests {
    private let office = Office()
    private let id = UploadID(random: [UInt8](repeating: 5, count: 16))
    private let stranger = "00000000-0000-4000-8000-000000000000"

    init() throws {
        try office.storage.parts.create(id)
        let reason =
            #"{"uploadId":"","code":"invalid-audio","detail":"Too short.","deviceId":"d","#
            + #""filename":"a.mp3","quarantinedAt":""}"#
        try office.storage.blobs.quarantine(
            office.storage.parts.lock(id, patience: 0), of: id, reason: Array(reason.utf8))
    }

    @Test func `the list and a page tell why, on a terminal and elsewhere`() {
        for words in [["quarantine", "list"], ["quarantine", "show", id.description]] {
            #expect(office.run(words) == .fine)
            #expect(
                office.output.hasPrefix(#"{"type":"quarantined","id":"\#(id)","filename":"a.mp3""#))
            #expect(office.output.contains(#""code":"invalid-audio","reason":null"#))
        }
        office.isTerminal = true
        #expect(office.run("quarantine", "show", id.description) == .fine)
        #expect(office.output.contains("\ndetail: Too short.\n"))
    }

    @Test func `what was purged is no longer listed`() {
        #expect(office.run("quarantine", "purge", id.description) == .fine)
        #expect(office.run("quarantine", "list") == .fine)
        #expect(office.output == "")
    }

    @Test(arguments: ["show", "release", "purge"])
    func `what is not there is 1, and no ID at all is 2`(word: String) {
        #expect(office.run("quarantine", word, stranger) == .wrong)
        #expect(office.run("quarantine", word, "7") == .usage)
        #expect(office.run("quarantine", word) == .usage)
    }

    @Test func `a reason that was lost is no obstacle`() throws {
        let other = UploadID(random: [UInt8](repeating: 6, count: 16))
        try office.storage.parts.create(other)
        try office.storage.blobs.quarantine(
            office.storage.parts.lock(other, patience: 0), of: other, reason: [])
        #expect(office.run("quarantine", "show", other.description) == .fine)
        #expect(office.output.contains(#""code":null"#))
    }
}
