/// Who may do what with a file.
package struct FileAccess: Equatable, Sendable {
    package let path: String
    /// A name, or the number of a user without one.
    package let owner: String
    /// A name, or the number of a group without one.
    package let group: String
    /// The twelve bits of chmod(2).
    package let mode: UInt32

    package init(path: String, owner: String, group: String, mode: UInt32) {
        self.path = path
        self.owner = owner
        self.group = group
        self.mode = mode
    }

    /// The mode as chmod(1) takes it: `2750`.
    package var octal: String { String(mode, radix: 8) }
}
