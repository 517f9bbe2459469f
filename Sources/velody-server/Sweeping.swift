import VelodyDomain
import VelodyRuntime
import VelodyServices

/// The thread that removes what expired uploads left.
enum Sweeping {
    /// Starts it; it ends with the process, and being broken off harms nothing.
    ///
    /// It works at once, and then ten times in a session's lifetime, at most every second and at
    /// least every ten minutes.
    static func start(
        sessionLifetime: Int, logger: Logger, _ makeUploads: @escaping @Sendable () -> UploadService
    ) {
        let interval = Int32(clamping: min(max(sessionLifetime / 10, 1), 600) * 1_000)
        _ = WorkerThread.start("sweep") {
            let uploads = makeUploads()
            while true {
                sweep(uploads, logger)
                ProcessEvents.pause(milliseconds: interval)
            }
        }
    }

    private static func sweep(_ uploads: UploadService, _ logger: Logger) {
        do throws(ServiceError) {
            let count = try uploads.sweep()
            if count > 0 { logger.log(.info, "swept", ["uploads": .integer(Int64(count))]) }
        } catch {
            logger.log(.warning, "not swept", ["error": .string(error.diagnostic)])
        }
    }
}
