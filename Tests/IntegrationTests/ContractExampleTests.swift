import Testing

/// Every example in the contract is as its schema says.
struct ContractExampleTests {
    private let contract: Contract

    init() throws { contract = try Contract.documented.get() }

    /// Everything in a value that has examples, with its place.
    private func shown(in value: JSONValue, at place: String) -> [(String, JSONValue)] {
        let below: [(String, JSONValue)] =
            (value.members ?? [:]).filter { $0.key != "example" && $0.key != "examples" }
            .flatMap { shown(in: $1, at: "\(place)/\($0)") }
            + (value.elements ?? []).enumerated().flatMap { shown(in: $1, at: "\(place)/\($0)") }
        let isShown = value["example"] != nil || value["examples"]?.elements != nil
        return below + (isShown ? [(place, value)] : [])
    }

    @Test func `every example fits its schema`() {
        let shown = shown(in: contract.document, at: "")
        #expect(shown.count > 15)
        for (place, owner) in shown {
            // A media type or a parameter names its schema; a schema is its own.
            let schema = owner["schema"] ?? owner
            let examples =
                (owner["examples"]?.elements ?? []) + [owner["example"]].compactMap(\.self)
            for example in examples {
                #expect(contract.schema.mistakes(in: example, by: schema) == [], "\(place)")
            }
        }
    }
}
