/// How many items the pages of a list have.
package enum PageSize {
    /// Where the client names no number.
    package static let usual = 100
    /// What a client may name.
    package static let allowed = 1...500
}
