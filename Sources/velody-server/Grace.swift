import VelodyFastCGI
import VelodyRuntime

/// How long running requests may go on once the server stops.
enum Grace {
    /// Cuts running bodies short after `seconds`, and again, in case one began meanwhile.
    static func limit(_ server: FastCGIServer, seconds: Int) {
        // It ends with the process.
        _ = WorkerThread.start {
            ProcessEvents.pause(milliseconds: Int32(clamping: seconds * 1_000))
            while true {
                server.interruptBodies()
                ProcessEvents.pause(milliseconds: 1_000)
            }
        }
    }
}
