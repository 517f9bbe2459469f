import Testing

/// The sockets that systemd holds for the packaged server.
@Suite struct PackagedSocketTests {
    /// L5, N3.
    @Test(arguments: ["api", "upload"])
    func `only nginx gets to the sockets, and two hundred requests find room`(name: String) {
        let unit = SourceTree.text(at: "debian/systemd/velody-\(name).socket")
            .split(separator: "\n")
        for line in [
            "ListenStream=/run/velody/\(name).sock", "FileDescriptorName=\(name)",
            "SocketUser=velody", "SocketGroup=www-data", "SocketMode=0660",
        ] {
            #expect(unit.contains { $0 == line }, "\(line)")
        }
        let backlog = unit.first { $0.hasPrefix("Backlog=") }?.dropFirst("Backlog=".count)
        #expect(backlog.flatMap { Int($0) }.map { $0 >= 511 } == true)
    }
}
