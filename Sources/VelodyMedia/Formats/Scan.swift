import VelodyDomain

/// What a file's structure says, before any tag is opened.
struct Scan: Equatable {
    var verdict: InspectionReport.Verdict
    /// What the file was found to be, if anything known.
    var mediaType: String?
    /// Nil where nothing was measured.
    var properties: AudioProperties?
    var warnings: [Finding.Warning] = []
    /// Where tags are, in the order in which their fields count.
    var places: [TagPlace] = []
    /// Whether nothing but audio and tags was found: then nobody's second guess is needed.
    var isClean = false

    /// A file that is refused.
    static func reject(_ reason: Finding.Reason, _ mediaType: String? = nil) -> Scan {
        Scan(verdict: .reject(reason), mediaType: mediaType)
    }

    /// A file that is kept aside; once released it is called as its tags in `places` say.
    static func quarantine(
        _ reason: Finding.Reason, _ mediaType: String?, _ properties: AudioProperties? = nil,
        places: [TagPlace] = []
    ) -> Scan {
        Scan(
            verdict: .quarantine(reason), mediaType: mediaType, properties: properties,
            places: places)
    }
}

extension InspectionReport.Verdict {
    static func quarantine(_ reason: Finding.Reason) -> Self {
        .quarantine(reason: reason.rawValue)
    }
    static func reject(_ reason: Finding.Reason) -> Self { .reject(reason: reason.rawValue) }
}
