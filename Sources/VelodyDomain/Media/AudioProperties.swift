/// What the frame scan counted.
///
/// Never an estimate.
package struct AudioProperties: Equatable, Sendable, Codable {
    package var durationMs: Int
    /// Frame bytes × 8 / duration, rounded.
    package var bitRateKbps: Int
    package var sampleRateHz: Int
    package var channels: Int
    /// In samples, from a LAME header; nil where there is none.
    package var encoderDelay: Int?
    /// In samples, from a LAME header; nil where there is none.
    package var encoderPadding: Int?

    package init(
        durationMs: Int, bitRateKbps: Int, sampleRateHz: Int, channels: Int,
        encoderDelay: Int? = nil, encoderPadding: Int? = nil
    ) {
        self.durationMs = durationMs
        self.bitRateKbps = bitRateKbps
        self.sampleRateHz = sampleRateHz
        self.channels = channels
        self.encoderDelay = encoderDelay
        self.encoderPadding = encoderPadding
    }
}
