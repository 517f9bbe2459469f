package import VelodyDomain

/// One thing that a command has to tell: a sentence for a person, an object for a program.
package struct Record {
    /// What a member of the object holds.
    package enum Value {
        case text(String?)
        case integer(Int64?)
        case flag(Bool)
        case moment(Timestamp?)
        case texts([String])
        case object([Member]?)
    }

    /// A member of an object.
    package typealias Member = (name: String, value: Value)

    /// What the record is about, as the member `type` says it: `device`, `damage`, `summary`.
    let kind: String
    /// For a person.
    let sentence: String
    let members: [Member]

    /// Describes one thing in both ways.
    package init(_ kind: String, _ sentence: String, _ members: [Member]) {
        self.kind = kind
        self.sentence = sentence
        self.members = members
    }

    /// One line, without what would do something to a terminal.
    var text: String {
        let scalars = sentence.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar != "\n" && Self.isControl(scalar) ? "?" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// One JSON object (RFC 8259) on one line; absent values are `null`.
    var json: String {
        Self.object([("type", .text(kind))] + members)
    }

    private static func object(_ members: [Member]) -> String {
        let texts = members.map { quote($0.name) + ":" + json($0.value) }
        return "{" + texts.joined(separator: ",") + "}"
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .format].contains(scalar.properties.generalCategory)
    }

    private static func json(_ value: Value) -> String {
        switch value {
        case .text(let text): text.map(quote) ?? "null"
        case .integer(let integer): integer.map { String($0) } ?? "null"
        case .flag(let flag): String(flag)
        case .moment(let moment): moment.map { quote($0.rfc3339) } ?? "null"
        case .object(let members): members.map(object) ?? "null"
        case .texts(let texts): "[" + texts.map(quote).joined(separator: ",") + "]"
        }
    }

    private static func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control && scalar.isASCII:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u00" + (digits.count == 1 ? "0" : "") + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
