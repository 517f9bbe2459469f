/// One keyword of a schema that looks at a value alone.
struct SchemaKeyword {
    let name: String
    let argument: JSONValue

    /// Whether the keyword lets the value be; one that is not known lets none.
    func allows(_ value: JSONValue) -> Bool {
        switch name {
        case "description", "title", "example", "examples", "default", "contentMediaType":
            true
        case "type": types.contains { Self.isOf($0, value) }
        case "enum": argument.elements?.contains(value) ?? false
        case "const": argument == value
        case "required":
            value.members.map { members in types.allSatisfy { members[$0] != nil } } ?? true
        case "additionalProperties": argument == .bool(true)
        case "format": value.text.map(hasFormat) ?? true
        case "pattern": value.text.map(matches) ?? true
        default: isInBounds(value)
        }
    }

    /// The argument as a list of texts; a single one is a list of it.
    private var types: [String] {
        (argument.elements ?? [argument]).compactMap(\.text)
    }

    private func isInBounds(_ value: JSONValue) -> Bool {
        guard let bound = argument.whole else { return false }
        switch name {
        case "minimum": return value.whole.map { $0 >= bound } ?? true
        case "maximum": return value.whole.map { $0 <= bound } ?? true
        case "minLength": return value.text.map { $0.unicodeScalars.count >= bound } ?? true
        case "maxLength": return value.text.map { $0.unicodeScalars.count <= bound } ?? true
        default: return false
        }
    }

    private func matches(_ text: String) -> Bool {
        guard let pattern = argument.text, let regex = try? Regex(pattern) else { return false }
        return text.firstMatch(of: regex) != nil
    }

    private func hasFormat(_ text: String) -> Bool {
        switch argument.text {
        case "uuid":
            text.wholeMatch(of: #/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/#) != nil
        case "uri": text.wholeMatch(of: #/https?:\/\/[^\s]+/#) != nil
        case "date-time": text.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/#) != nil
        default: false
        }
    }

    private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer),
            ("number", .number), ("string", .string), ("array", .array), ("object", .object):
            true
        default: false
        }
    }
}

extension JSONValue {
    /// As much of it as a complaint needs.
    var brief: String { String("\(self)".prefix(120)) }
}
