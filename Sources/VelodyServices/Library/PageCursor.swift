import FoundationEssentials
import VelodyDomain

/// Where a page of a list ended, as text that is opaque to clients.
///
/// Base64url of the position's parts, followed by a digest over them and the list they belong to: a
/// cursor of another list or query, or one that was altered, is recognised. What is read is also
/// checked by whoever uses it; a forged cursor could at worst name a place that is possible.
struct PageCursor {
    /// One part of a position.
    enum Part: Equatable {
        case none
        case text(String)
        case number(Int64)
        case moment(Int64)
        case id(UUID)
    }

    /// The list and all that decides its order and what it shows.
    let scope: [String?]
    let cryptography: any Cryptography

    private static let checkLength = 12

    func encode(_ parts: [Part]) -> String {
        let bytes = parts.reduce(into: []) { $0 += Self.bytes(of: $1) }
        return Base64URL.encode(bytes + check(bytes))
    }

    /// The parts; nil for anything that this list did not give out.
    func decode(_ text: String) -> [Part]? {
        guard let all = Base64URL.decode(text), all.count > Self.checkLength else { return nil }
        let bytes = Array(all.dropLast(Self.checkLength))
        guard cryptography.areEqual(check(bytes), Array(all.suffix(Self.checkLength))) else {
            return nil
        }
        var rest = bytes[...]
        var parts: [Part] = []
        while !rest.isEmpty {
            guard let part = Self.take(from: &rest) else { return nil }
            parts.append(part)
        }
        return parts
    }

    private func check(_ bytes: [UInt8]) -> [UInt8] {
        var all: [UInt8] = []
        // Each part of the scope is told apart from its neighbours, and nil from empty.
        for text in scope { all += text.map { Array($0.utf8) + [0, 1] } ?? [0, 2] }
        all += [0] + bytes
        return Array(cryptography.sha256(all).bytes.prefix(Self.checkLength))
    }

    private static func bytes(of part: Part) -> [UInt8] {
        switch part {
        case .none: [0]
        case .text(let text):
            [1, UInt8(text.utf8.count >> 8 & 0xFF), UInt8(text.utf8.count & 0xFF)] + text.utf8
        case .number(let number): [2] + bytes(of: number)
        case .moment(let number): [3] + bytes(of: number)
        case .id(let uuid): [4] + bytes(of: uuid)
        }
    }

    private static func take(from bytes: inout ArraySlice<UInt8>) -> Part? {
        let kind = bytes.removeFirst()
        switch kind {
        case 0: return Part.none
        case 1:
            guard let length = bytes.take(2) else { return nil }
            let text = bytes.take(Int(integer(length)))
            return text.flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
        case 2: return bytes.take(8).map { .number(integer($0)) }
        case 3: return bytes.take(8).map { .moment(integer($0)) }
        case 4: return bytes.take(16).flatMap { uuid(Array($0)) }.map { .id($0) }
        default: return nil
        }
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - $0 * 8)) }
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    private static func bytes(of id: UUID) -> [UInt8] {
        let b = id.uuid
        return [
            b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7, b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15,
        ]
    }

    private static func uuid(_ b: [UInt8]) -> UUID? {
        guard b.count == 16 else { return nil }
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
                b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            ))
    }
}

extension ArraySlice<UInt8> {
    /// Removes and returns the first `count` bytes; nil, and nothing is removed, if there are fewer.
    fileprivate mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard self.count >= count else { return nil }
        defer { self = dropFirst(count) }
        return prefix(count)
    }
}
