import FoundationEssentials
import Testing

struct PackageListTests {
    private let directory =
        #filePath.split(separator: "/").dropLast(3)
        .reduce("") { $0 + "/" + $1 } + "/.ci"

    @Test func `each package is listed once`() throws {
        let data = try #require(FileManager().contents(atPath: directory + "/packages"))
        let names = String(decoding: data, as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        #expect(names.contains("libfcgi-dev"))
        #expect(Set(names).count == names.count)
    }
}
