/// Header fields in order; names compare without regard to case (RFC 9110 section 5.1).
package struct Fields: Sendable, Equatable {
    /// One field line.
    package struct Line: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    package private(set) var lines: [Line] = []

    package init() {}

    /// The values of every line of this name, in order.
    package func all(_ name: String) -> [String] {
        lines.filter { Self.same($0.name, name) }.map(\.value)
    }

    /// The first value of this name.
    package subscript(_ name: String) -> String? {
        lines.first { Self.same($0.name, name) }?.value
    }

    /// Appends a line as it was received.
    package mutating func appendReceived(_ name: String, _ value: String) {
        lines.append(Line(name: name, value: value))
    }

    /// Replaces every line of this name by one.
    ///
    /// The value must be free of control characters and of bytes beyond ASCII: what comes from
    /// outside is encoded before it gets here, so that no response can be split.
    package mutating func set(_ name: String, _ value: String) {
        precondition(Self.isSafe(value), "a field value holds a control or non-ASCII character")
        lines.removeAll { Self.same($0.name, name) }
        lines.append(Line(name: name, value: value))
    }

    /// Whether a value may be sent: visible ASCII, spaces and tabs.
    package static func isSafe(_ value: String) -> Bool {
        value.utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x09 }
    }

    private static func same(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
