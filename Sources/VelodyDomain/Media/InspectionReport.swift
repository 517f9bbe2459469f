/// What inspecting one file found: the answer of one `velody-inspect` job.
package struct InspectionReport: Equatable, Sendable, Codable {
    /// What is to become of the file.
    package enum Verdict: Equatable, Sendable, Codable {
        /// It is what it should be; `warnings` may say what is odd.
        case accept
        /// It may be audio, but not of a kind that is served; kept aside with a stable code.
        case quarantine(reason: String)
        /// It is not audio; a stable code says why.
        case reject(reason: String)
    }

    /// A picture found in the file; its bytes were written to the job's second descriptor.
    package struct Picture: Equatable, Sendable, Codable {
        package var type: MediaType
        /// In pixels.
        package var width: Int
        /// In pixels.
        package var height: Int
        /// In bytes.
        package var size: Int64

        package init(type: MediaType, width: Int, height: Int, size: Int64) {
            self.type = type
            self.width = width
            self.height = height
            self.size = size
        }
    }

    package var verdict: Verdict
    /// The media type as found from the bytes, also of what is refused: `application/zip`.
    package var detectedType: String
    /// Nil unless frames were counted.
    package var properties: AudioProperties?
    /// Stable codes such as `leading-junk`, in the order found.
    package var warnings: [String]
    package var metadata: TrackMetadata
    package var picture: Picture?

    package init(
        verdict: Verdict, detectedType: String, properties: AudioProperties? = nil,
        warnings: [String] = [], metadata: TrackMetadata = TrackMetadata(),
        picture: Picture? = nil
    ) {
        self.verdict = verdict
        self.detectedType = detectedType
        self.properties = properties
        self.warnings = warnings
        self.metadata = metadata
        self.picture = picture
    }
}
