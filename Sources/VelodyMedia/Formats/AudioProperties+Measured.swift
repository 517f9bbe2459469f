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

    /// This, with what the encoder says that it put around the song, in samples; without it where
    /// nothing would be left to hear.
    func heard(delay: Int?, padding: Int?) -> AudioProperties {
        guard (delay ?? 0) + (padding ?? 0) < durationMs * sampleRateHz / 1000 else { return self }
        var properties = self
        (properties.encoderDelay, properties.encoderPadding) = (delay, padding)
        return properties
    }
}
