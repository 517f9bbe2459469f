import Glibc

/// The rights by which the kernel judges this thread's access to files, and nobody else's.
enum FileRights {
    private typealias Change = @convention(c) (UInt32) -> Int32

    /// Runs `body` on this thread as the user and group `account`, then as root again.
    static func of<R>(_ account: UInt32, _ body: () throws -> R) rethrows -> R {
        change("setfsgid", to: account)
        change("setfsuid", to: account)
        defer {
            change("setfsuid", to: 0)
            change("setfsgid", to: 0)
        }
        return try body()
    }

    /// Calls setfsuid(2) or setfsgid(2), which the Glibc module does not declare.
    private static func change(_ call: String, to account: UInt32) {
        guard let symbol = unsafe dlsym(nil, call) else {
            preconditionFailure("no \(call)")
        }
        _ = unsafe unsafeBitCast(symbol, to: Change.self)(account)
    }
}
