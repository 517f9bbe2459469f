import VelodyDomain

extension AudioProperties {
    /// What was measured; nil where it is nothing, or more than can be true.
    ///
    /// `audioBytes` are those that play in `seconds`.
    static func measured(
        seconds: Double, audioBytes: Int, sampleRate: Int, channels: Int
    ) -> AudioProperties? {
        // A day count of two digits is far beyond any song, and what the database can hold.
        guard seconds * 1000 >= 0.5, seconds * 1000 < Double(Int32.max), channels > 0,
            (1...Int(Int32.max)).contains(sampleRate)
        else { return nil }
        let bitRate = Double(audioBytes) * 8 / seconds / 1000
        guard bitRate < Double(Int32.max) else { return nil }
        return AudioProperties(
            durationMs: Int((1000 * seconds).rounded()), bitRateKbps: Int(bitRate.rounded()),
            sampleRateHz: sampleRate, channels: channels)
    }
}
