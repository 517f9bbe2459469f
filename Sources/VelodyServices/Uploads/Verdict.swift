import VelodyDomain

/// What an inspection's report means for an upload.
enum Verdict {
    /// Why the file is refused; nil for one that is accepted.
    static func problem(
        of report: InspectionReport, allowing allowed: Set<String>
    ) -> UploadProblem? {
        switch report.verdict {
        case .accept:
            guard allowed.contains(report.detectedType) else {
                return unsupported("type-not-allowed", report)
            }
            return nil
        case .quarantine(let reason), .reject(let reason):
            return isDamage(reason) ? damaged(reason, report) : unsupported(reason, report)
        }
    }

    /// Why a file is refused even where its owner vouches for it; nil for one that can be played.
    static func problemDespiteRelease(
        of report: InspectionReport, allowing allowed: Set<String>
    ) -> UploadProblem? {
        guard case .quarantine(let reason) = report.verdict else {
            return problem(of: report, allowing: allowed)
        }
        // Layer III is what its owner vouches for, in a container of another type.
        let isTaken = reason == "mp3-in-wav" && allowed.contains(MediaType.mp3.rawValue)
        guard isTaken || allowed.contains(report.detectedType) else {
            return unsupported(reason, report)
        }
        guard let heard = report.properties, heard.durationMs > 0 else {
            return damaged(reason, report)
        }
        return nil
    }

    /// Whether the code speaks of MPEG audio in bad shape rather than of something else.
    private static func isDamage(_ reason: String) -> Bool {
        ["too-few-frames", "no-frames-near-start", "low-frame-coverage", "no-audio", "empty"]
            .contains(reason)
    }

    private static func unsupported(
        _ reason: String, _ report: InspectionReport
    ) -> UploadProblem {
        UploadProblem(
            code: .unsupportedAudio, reason: reason,
            detail: "The file is not of a kind of audio that this server takes (\(reason)).",
            detectedType: report.detectedType)
    }

    private static func damaged(_ reason: String, _ report: InspectionReport) -> UploadProblem {
        UploadProblem(
            code: .invalidAudio, reason: reason,
            detail: "The file holds too little whole audio to be played (\(reason)).",
            detectedType: report.detectedType)
    }
}
