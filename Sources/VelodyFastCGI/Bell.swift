/// What tells the waiter that there may be news for parked requests.
///
/// Made in the waiter's thread and confined to it.
package protocol Bell: AnyObject {
    /// For poll(2): readable when it may have rung.
    ///
    /// Nil while it cannot ring; then the waiter looks again every second.
    var descriptor: Int32? { get }

    /// Whether parked requests should be looked at again; forgets that it rang.
    ///
    /// Makes the bell able to ring, if it can; having just become so counts as ringing, since news
    /// may have come before. Must not block for longer than a second or two.
    func hasRung() -> Bool
}
