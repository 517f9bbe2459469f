import CFastCGI
import Glibc

/// libfcgi's own state: prepared once, without its signal handlers.
enum FastCGILibrary {
    /// Prepares libfcgi; again and again is harmless, from any thread.
    static func prepare() { precondition(isReady, "libfcgi cannot be initialised") }

    private static let isReady = keepingSignals { FCGX_Init() == 0 }

    /// libfcgi's handlers stop nothing in a program with several threads, but they do keep SIGTERM
    /// from ending it: what was there before is put back.
    private static func keepingSignals(_ body: () -> Bool) -> Bool {
        let numbers = [SIGTERM, SIGUSR1, SIGPIPE]
        let before = numbers.map { number in
            var action = sigaction()
            unsafe sigaction(number, nil, &action)
            return action
        }
        defer {
            for (number, action) in zip(numbers, before) {
                var action = action
                unsafe sigaction(number, &action, nil)
            }
        }
        return body()
    }
}
