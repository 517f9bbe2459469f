import Glibc

/// How a process ended.
package enum ExitStatus: Sendable, Equatable {
    /// It called `exit` with this code, 0–255.
    case exited(Int32)
    /// A signal of this number ended it.
    case signalled(Int32)

    /// Decodes what `waitpid` reports (wait(2)).
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signalled(signal)
    }

    /// Whether it ended by itself with code 0.
    package var isSuccess: Bool { self == .exited(0) }
}

extension ExitStatus: CustomStringConvertible {
    /// "exit code 1" or "signal 9".
    package var description: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .signalled(let number): "signal \(number)"
        }
    }
}
