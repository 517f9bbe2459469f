import Testing

/// The version is written once; the change logs begin with it.
@Suite struct VersionTests {
    private var version: String {
        SourceTree.text(at: "Sources/VelodyRuntime/Version.swift")
            .firstMatch(of: #/static let text = "(\d+\.\d+\.\d+)"/#).map { String($0.1) } ?? ""
    }

    @Test func `the change log of the package begins with the version`() {
        #expect(!version.isEmpty)
        #expect(SourceTree.text(at: "debian/changelog").hasPrefix("velody (\(version)) "))
    }

    @Test func `the change log for owners begins with the version`() {
        let log = SourceTree.text(at: "docs/CHANGELOG.md")
        #expect(log.firstMatch(of: #/(?m)^## (\S+)/#).map { String($0.1) } == version)
    }

    /// L6.
    @Test func `the package demands the libfcgi that was mended`() {
        #expect(
            SourceTree.text(at: "debian/control").contains("libfcgi0ldbl (>= 2.4.2-2+deb12u1)"))
    }
}
