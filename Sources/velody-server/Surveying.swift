import VelodyDomain
import VelodyRuntime
import VelodyServices

/// The threads that look at database and storage now and then.
///
/// One each, so that one that hangs does not hide the other. They end with the process.
enum Surveying {
    private static let milliseconds: Int32 = 5_000

    /// Looks at the database.
    static func start(
        vitals: LibraryVitals, clock: any Clock, logger: Logger,
        _ makeState: @escaping @Sendable () -> any LibraryStateStore
    ) {
        _ = WorkerThread.start("survey") {
            let state = makeState()
            repeatedly(logger, "database not surveyed") {
                Surveys.database(state, clock: clock, vitals: vitals)
            }
        }
    }

    /// Looks at the storage, and says when its room becomes scarce.
    static func start(
        vitals: LibraryVitals, clock: any Clock, logger: Logger, blobs: any BlobStore
    ) {
        _ = WorkerThread.start("survey") {
            var watch = CapacityWatch()
            repeatedly(logger, "storage not surveyed") {
                let failure = Surveys.storage(blobs, clock: clock, vitals: vitals)
                if failure == nil, let capacity = vitals.capacity {
                    for notice in watch.note(capacity) { log(notice, capacity, logger) }
                }
                return failure
            }
        }
    }

    /// Logs a failure when it begins, not as long as it lasts.
    private static func repeatedly(
        _ logger: Logger, _ message: StaticString, _ survey: () -> String?
    ) {
        var wasFailing = false
        while true {
            let failure = survey()
            if let failure, !wasFailing {
                logger.log(.warning, message, ["error": .string(failure)])
            }
            wasFailing = failure != nil
            ProcessEvents.pause(milliseconds: milliseconds)
        }
    }

    private static func log(
        _ notice: CapacityWatch.Notice, _ capacity: Capacity, _ logger: Logger
    ) {
        let (level, message, threshold): (LogLevel, StaticString, CapacityWatch.Threshold) =
            switch notice {
            case .crossed(let threshold): (.warning, "room is scarce", threshold)
            case .recovered(let threshold): (.info, "room is no longer scarce", threshold)
            }
        logger.log(
            level, message,
            [
                "threshold": .string(threshold.rawValue),
                "freeBytes": .integer(capacity.space.available),
                "bytesPerDay": .integer(capacity.bytesPerDay),
                "daysLeft": .string(capacity.daysLeft.map { String(Int64(min($0, 36_500))) }),
            ])
    }
}
