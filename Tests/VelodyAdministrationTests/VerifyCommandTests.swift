import FoundationEssentials
import Testing
import VelodyAdministration
import VelodyDomain
import VelodyServices
import VelodyTesting

/// `velody-admin verify`.
@Suite struct VerifyCommandTests {
    private let office = Office()
    private let directory: TemporaryDirectory
    private var state: String { directory.path + "/state" }

    /// A library without records, in which a file lies where none should.
    init() throws {
        directory = try TemporaryDirectory()
        office.storage.put([1], at: "stray.txt")
    }

    @Test(
        arguments: [
            ["--rate"], ["--rate", "fast"], ["--rate", "0"], ["--after", "x"], ["--after", "123"],
            ["--state", "/tmp/x", "--after", "00"], ["now"], ["--repair=yes"],
        ])
    func `what it does not understand is 2`(_ words: [String]) {
        #expect(office.run(["verify"] + words) == .usage)
    }

    @Test func `a finding is 1, a line, and a summary`() {
        #expect(office.run("verify", "--rate", "0.5") == .wrong)
        let lines = office.output.split(separator: "\n")
        #expect(
            lines == [
                #"{"type":"finding","kind":"stray","path":"library/stray.txt","sha256":null,"outcome":"by-hand"}"#,
                #"{"type":"summary","files":0,"bytes":0,"wrong":1,"repaired":0}"#,
            ])
        office.isTerminal = true
        #expect(office.run("verify") == .wrong)
        #expect(office.output.hasPrefix("stray: library/stray.txt (left alone"))
    }

    @Test func `progress is a bar on a terminal, and objects elsewhere`() {
        _ = office.run("verify")
        #expect(office.complaints.contains(#"{"type":"progress","unit":"files","done":0,"#))
        office.drawsBars = true
        _ = office.run("verify")
        #expect(office.complaints.contains("\r[####"))
        #expect(office.complaints.hasSuffix("\r\u{1B}[K"))
    }

    @Test func `a run that ended leaves no state; one that was broken off goes on`() throws {
        #expect(office.run("verify", "--state", state) == .wrong)
        #expect(!FileManager().fileExists(atPath: state))
        office.storage.faults.fail(
            "files(in:)", after: 16, with: StorageError(.unavailable, "EIO"))
        #expect(office.run("verify", "--state", state) == .tryLater)
        #expect(FileManager().contents(atPath: state) == Data("0f\n".utf8))
        let calls = office.storage.faults.calls
        // The strays were looked at: they come first. Whose storage it is, and if it is empty, is asked anew.
        #expect(office.run("verify", "--state", state) == .fine)
        #expect(office.storage.faults.calls - calls == 3 + 240)
        try Data("nonsense".utf8).write(to: URL(filePath: state))
        #expect(office.run("verify", "--state", state) == .wrong)
    }
}
