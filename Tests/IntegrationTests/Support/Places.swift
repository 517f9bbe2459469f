/// A few places, for what only so many may have at once; who comes later waits in turn.
///
/// All suites begin at once, and each instance is a PostgreSQL, an nginx and a server: forty of them on a
/// small machine keep one another from starting.
actor Places {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
