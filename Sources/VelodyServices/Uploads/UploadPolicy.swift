/// The limits that uploads live under.
package struct UploadPolicy: Sendable {
    /// The largest file that is taken, in bytes.
    package var maxBytes: Int64
    /// How long a session lives after its last PATCH, in seconds.
    package var sessionLifetime: Int
    /// How long a direct upload that no server works on any more is kept, in seconds: nobody can go on
    /// with it, and an hour leaves time to look at what was killed.
    package var directLifetime: Int
    /// The media types that are stored, such as `audio/mpeg`.
    package var allowedTypes: Set<String>
    /// How long a newcomer waits for a running request to yield, in seconds.
    package var patience: Double = 5
    /// How long a newcomer lets a running request end by itself before it asks, in seconds.
    package var courtesy: Double = 0.25
    /// How many received bytes may be undurable before they are made durable on the way.
    package var checkpointBytes: Int64 = 64 << 20
    /// How long after one checkpoint the next may come, in microseconds.
    package var checkpointMicroseconds: Int64 = 1_000_000

    package init(maxBytes: Int64, sessionLifetime: Int, allowedTypes: Set<String>) {
        self.maxBytes = maxBytes
        self.sessionLifetime = sessionLifetime
        directLifetime = min(sessionLifetime, 3_600)
        self.allowedTypes = allowedTypes
    }
}
