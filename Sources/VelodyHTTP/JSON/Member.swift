/// A member of a body as it came, so that one that is wrong does not hide what is wrong with others.
///
/// A body whose properties all are members decodes from any JSON object; whoever looks at their
/// values collects what is missing or of a wrong type.
package enum Member<Value: Decodable & Sendable>: Sendable {
    case absent
    case null
    /// A value of another type.
    case mistyped
    case value(Value)
}

extension Member: Decodable {
    package init(from decoder: any Decoder) throws {
        do { self = .value(try Value(from: decoder)) } catch DecodingError.typeMismatch {
            self = .mistyped
        }
    }
}

extension KeyedDecodingContainer {
    /// What the compiler's own decoding of a property of this type calls: here nothing has to be there.
    package func decode<Value>(
        _ type: Member<Value>.Type, forKey key: Key
    ) throws -> Member<Value> {
        try decodeIfPresent(type, forKey: key) ?? (contains(key) ? .null : .absent)
    }
}
