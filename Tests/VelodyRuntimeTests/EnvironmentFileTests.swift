import FoundationEssentials
import Testing

@testable import VelodyRuntime

/// The file of variables beneath the real ones.
@Suite struct EnvironmentFileTests {
    @Test func `blank lines, remarks, quotes and spaces at the ends mean nothing`() throws {
        let text = "# remark\n\nA=1  \r\n  B=\"two words\"\nC='x=y'\nD=\n"
        #expect(
            try EnvironmentFile.parse(text) == ["A": "1", "B": "two words", "C": "x=y", "D": ""])
    }

    @Test func `each line that says nothing is named by its number, never by its words`() throws {
        let error = #expect(throws: SettingsError.self) {
            try EnvironmentFile.parse("A=1\nhunter2\n=x\nB C=2\n")
        }
        let problems = try #require(error).problems
        #expect(problems.count == 3)
        #expect(problems.first?.contains("line 2") == true)
        #expect(!problems.joined().contains("hunter2"))
    }

    @Test func `the real environment wins over the file`() throws {
        let path = "/tmp/velody-env-\(UUID().uuidString)"
        try "A=file\nB=file\n".write(toFile: path, atomically: false, encoding: .utf8)
        defer { try? FileManager().removeItem(atPath: path) }
        let merged = try EnvironmentFile.beneath(["VELODY_ENV_FILE": path, "A": "real"])
        #expect(merged["A"] == "real" && merged["B"] == "file")
    }

    @Test func `a file that cannot be read is a problem`() {
        #expect(throws: SettingsError.self) {
            try EnvironmentFile.beneath(["VELODY_ENV_FILE": "/nonexistent/env"])
        }
    }
}
