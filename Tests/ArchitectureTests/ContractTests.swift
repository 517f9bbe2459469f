import Testing

/// docs/openapi.yaml and the routes say the same.
struct ContractTests {
    private static let contract = SourceTree.text(at: "docs/openapi.yaml")

    /// `get /tracks/{id}` for each operation; HEAD is served wherever GET is.
    private static func operations(in contract: String) -> Set<String> {
        var (path, isInPaths) = ("", false)
        var found: Set<String> = []
        for line in contract.split(separator: "\n") {
            if !line.hasPrefix(" ") { isInPaths = line == "paths:" }
            guard isInPaths else { continue }
            if let match = line.wholeMatch(of: #/  (\/.*):/#) { path = String(match.1) }
            if let match = line.wholeMatch(of: #/    (get|put|post|patch|delete):/#) {
                found.insert("\(match.1) \(path)")
            }
        }
        return found
    }

    private static var routes: Set<String> {
        let call = #/routes\.(?:trusted|reading|patient|open)\(\s*\.(\w+), "([^"]+)"/#
        return Set(
            SourceTree.sources.filter { $0.path.contains("/VelodyAPI/Routes/") }
                .flatMap { SourceTree.text(at: $0.path).matches(of: call) }
                .map { "\($0.1) \($0.2)" })
    }

    @Test func `every route is in the contract, and the other way round`() {
        // The web server alone serves the contract; metrics are not below the base path.
        let served = Self.routes.union(["get /openapi.yaml", "get /metrics"])
        #expect(served.count > 20)
        #expect(Self.operations(in: Self.contract).symmetricDifference(served) == [])
        let site = SourceTree.text(at: "nginx/velody.conf.template")
        #expect(site.contains("location = /api/v1/openapi.yaml {"))
        #expect(site.contains("location = /metrics {"))
    }

    @Test func `what the contract refers to is in it, and it has no tab`() {
        #expect(!Self.contract.contains("\t"))
        for match in Self.contract.matches(of: ##/\$ref: "#\/components\/(\w+)\/(\w+)"/##) {
            #expect(Self.contract.contains("\n    \(match.2):"), "\(match.1)/\(match.2)")
        }
    }
}
