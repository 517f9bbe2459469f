import Synchronization
package import VelodyDomain

/// How often one address may come with a bad token or secret.
///
/// Thread safe. The web server limits those who bring nothing that looks like a token; which of the
/// others are worth nothing only the server knows. A valid token is never refused for what others at
/// its address did.
package final class StrangerLimit: Sendable {
    /// How many addresses are remembered.
    static let capacity = 4_096

    /// When an address will have its whole budget back, in microseconds since 1970 (GCRA, the
    /// virtual scheduling of ITU-T I.371).
    private let due = Mutex<[String: Int64]>([:])
    private let clock: any Clock
    private let interval: Int64
    private let tolerance: Int64

    /// Allows so many at once, and from then on as many in a minute, evenly.
    package init(perMinute: Int, clock: any Clock) {
        self.clock = clock
        interval = 60_000_000 / Int64(max(1, perMinute))
        tolerance = interval * Int64(max(1, perMinute) - 1)
    }

    /// Counts an attempt; nil where it is within the budget, else after how many seconds one is.
    package func note(_ address: String) -> Int? {
        let now = clock.now().microseconds
        return due.withLock { due in
            let key = Self.network(address)
            // A clock that was set back must not lock anybody out for long.
            let known = min(due[key] ?? now, now + tolerance + interval)
            let ahead = max(known, now) - now
            guard ahead <= tolerance else {
                due[key] = known
                return Int((ahead - tolerance + 999_999) / 1_000_000)
            }
            if due[key] == nil, due.count >= Self.capacity { Self.forget(&due, now) }
            due[key] = now + ahead + interval
            return nil
        }
    }

    /// How many addresses are remembered at the moment.
    package var remembered: Int { due.withLock { $0.count } }

    /// Those with nothing to remember; everybody where so many come that one address means nothing.
    private static func forget(_ due: inout [String: Int64], _ now: Int64) {
        due = due.filter { $0.value > now }
        if due.count >= capacity { due = [:] }
    }

    /// Of IPv6 the network of 64 bits, which is what one customer has at least.
    private static func network(_ address: String) -> String {
        guard address.contains(":"), !address.contains(".") else { return address }
        let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        let front = halves[0].split(separator: ":")
        let back = halves.count > 1 ? halves[1].split(separator: ":") : []
        let zeros = Array(repeating: Substring("0"), count: max(0, 8 - front.count - back.count))
        return (front + zeros + back).prefix(4).joined(separator: ":") + "::"
    }
}
