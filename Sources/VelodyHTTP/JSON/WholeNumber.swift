/// An integer member of a request's body.
///
/// `JSONDecoder` reports a fraction, or a number beyond 64 bits, as a corrupt document without
/// saying where; this reports a member of a wrong type.
package struct WholeNumber: Decodable, Sendable {
    package let value: Int64

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do { value = try container.decode(Int64.self) } catch {
            throw DecodingError.typeMismatch(
                Int64.self,
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "not a whole number"))
        }
    }
}
