/// A text that never shows up where it is printed.
package struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let text: String

    package init(_ text: String) { self.text = text }

    /// The secret itself, for whoever must use it.
    package func revealed() -> String { text }

    package var description: String { "***" }
    package var debugDescription: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
