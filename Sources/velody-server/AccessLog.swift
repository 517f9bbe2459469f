import VelodyFastCGI
import VelodyHTTP
import VelodyRuntime

/// One line per request: never a token, a title, a file name or the raw path.
///
/// A client that breaks off is no error: uploads are made for it.
enum AccessLog {
    static func write(_ record: ExchangeRecord, to logger: Logger) {
        logger.log(
            record.status.code >= 500 && !record.facts.isInterruption ? .error : .info, "request",
            [
                "requestId": .string(record.requestID),
                "method": .string(record.method.name),
                "route": .string(record.facts.route),
                "status": .integer(Int64(record.status.code)),
                "code": .string(record.facts.code),
                "bytes": .integer(Int64(record.bodyBytes)),
                "durationUs": .integer(microseconds(record.duration)),
                "databaseUs": .integer(record.facts.databaseMicroseconds),
                "lane": .string(record.lane.rawValue),
                "deviceId": .string(record.facts.deviceID),
                "clientGone": .flag(record.isClientGone),
                "error": .string(record.facts.diagnostic),
            ])
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1_000_000
            + duration.components.attoseconds / 1_000_000_000_000
    }
}
