import FoundationEssentials
import Testing
import VelodyMedia

/// The codes are a contract: each is explained to the owner.
struct FindingTests {
    @Test func `every code is explained in AUDIO.md`() throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        let path = root.appending(path: "docs/AUDIO.md").path
        let data = try #require(FileManager.default.contents(atPath: path))
        let text = String(decoding: data, as: UTF8.self)
        let codes =
            Finding.Reason.allCases.map(\.rawValue) + Finding.Warning.allCases.map(\.rawValue)
        for code in codes { #expect(text.contains("| `\(code)` |"), "\(code)") }
    }
}
