import Glibc
import Synchronization
package import VelodyDomain

/// An inspector that reports what a test tells it, whatever the file holds.
package final class ScriptedInspector: MediaInspector {
    private let meanwhile = Mutex<@Sendable () -> Void>({})
    private let answer = Mutex<Result<InspectionReport, InspectionError>>(.success(.song))
    private let picture = Mutex<[UInt8]>([])
    private let asked = Mutex<LegacyEncoding?>(nil)

    /// The encoding that the last inspection was asked to read text as.
    package var encoding: LegacyEncoding? { asked.withLock { $0 } }

    package init() {}

    /// What each inspection answers from now on; `picture` is written out with it.
    package func answer(
        _ result: Result<InspectionReport, InspectionError>, picture: [UInt8] = []
    ) {
        answer.withLock { $0 = result }
        self.picture.withLock { $0 = picture }
    }

    /// What happens during each inspection from now on.
    package func meanwhile(_ body: @escaping @Sendable () -> Void) {
        meanwhile.withLock { $0 = body }
    }

    package func inspect(
        _ file: OpenFile, picture: OpenFile, readingTextAs encoding: LegacyEncoding?
    ) throws(InspectionError) -> InspectionReport {
        asked.withLock { $0 = encoding }
        meanwhile.withLock { $0 }()
        let bytes = self.picture.withLock { $0 }
        _ = unsafe bytes.withUnsafeBytes { buffer in
            unsafe write(picture.descriptor, buffer.baseAddress, buffer.count)
        }
        return try answer.withLock { $0 }.get()
    }
}

extension InspectionReport {
    /// A song of five seconds without any tag.
    package static var song: InspectionReport {
        InspectionReport(
            verdict: .accept, detectedType: "audio/mpeg",
            properties: AudioProperties(
                durationMs: 5_000, bitRateKbps: 128, sampleRateHz: 44_100, channels: 2))
    }
}
