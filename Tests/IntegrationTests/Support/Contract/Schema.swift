/// Compares values with the schemas of a document: as much of JSON Schema as the contract uses.
///
/// Stricter than JSON Schema in two ways: a member that no schema names is a mistake unless
/// `additionalProperties` lets it be, and so is a keyword that is not known here.
struct Schema {
    /// What `$ref` refers into.
    let document: JSONValue

    /// How much of a long list is compared, from either end.
    static let sample = 100

    /// All that is wrong with a value, each with its place.
    func mistakes(in value: JSONValue, by schema: JSONValue, at place: String = "") -> [String] {
        let names = documentedMembers(of: schema)
        let unnamed = (value.members ?? [:]).keys.filter { name in
            names.map { !$0.contains(name) } ?? false
        }
        return unnamed.sorted().map { "\(place)/\($0) is not documented" }
            + compare(value, schema, place)
    }

    /// Follows `$ref`.
    func resolve(_ value: JSONValue) -> JSONValue {
        guard let path = value["$ref"]?.text else { return value }
        let target = path.split(separator: "/").dropFirst().reduce(Optional(document)) {
            $0?[String($1)]
        }
        return target.map(resolve) ?? .object(["unresolved": .string(path)])
    }

    private func compare(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        if schema == .bool(true) { return [] }
        guard let keywords = resolve(schema).members else { return ["\(place) is not allowed"] }
        return keywords.sorted { $0.key < $1.key }.flatMap { name, argument in
            switch name {
            case "allOf":
                (argument.elements ?? []).flatMap { compare(value, $0, place) }
            case "anyOf": choose(value, among: argument, place) { $0 >= 1 }
            case "oneOf": choose(value, among: argument, place) { $0 == 1 }
            case "properties":
                (argument.members ?? [:]).flatMap { name, schema in
                    value[name].map { mistakes(in: $0, by: schema, at: "\(place)/\(name)") } ?? []
                }
            case "items": compareElements(value, argument, place)
            default:
                SchemaKeyword(name: name, argument: argument).allows(value)
                    ? [] : ["\(place): \(name) \(argument.brief) forbids \(value.brief)"]
            }
        }
    }

    private func compareElements(
        _ value: JSONValue, _ schema: JSONValue, _ place: String
    ) -> [String] {
        let elements = Array((value.elements ?? []).enumerated())
        // They come from one encoder; thousands of them would take the tests minutes.
        let looked =
            elements.count <= 2 * Self.sample
            ? elements : elements.prefix(Self.sample) + elements.suffix(Self.sample)
        return looked.flatMap { mistakes(in: $1, by: schema, at: "\(place)/\($0)") }
    }

    private func choose(
        _ value: JSONValue, among schemas: JSONValue, _ place: String, _ isEnough: (Int) -> Bool
    ) -> [String] {
        let results = (schemas.elements ?? []).map { mistakes(in: value, by: $0, at: place) }
        if isEnough(results.count(where: \.isEmpty)) { return [] }
        return ["\(place): fits \(results.count(where: \.isEmpty)) of the schemas"]
            + results.joined()
    }

    /// The members that an object may have; nil for any.
    private func documentedMembers(of schema: JSONValue) -> Set<String>? {
        let schema = resolve(schema)
        guard schema["anyOf"] == nil, schema["oneOf"] == nil,
            schema["additionalProperties"] == nil
        else { return nil }
        let parts = (schema["allOf"]?.elements ?? []).map(documentedMembers)
        guard let own = schema["properties"]?.members?.keys else {
            return parts.isEmpty ? nil : parts.reduce([]) { $0.union($1 ?? []) }
        }
        return parts.reduce(Set(own)) { $0.union($1 ?? []) }
    }
}
