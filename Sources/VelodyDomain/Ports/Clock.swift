/// Tells the time.
///
/// Thread safe.
package protocol Clock: Sendable {
    /// The present moment.
    func now() -> Timestamp
}
