/// One resumable upload, as the database remembers it.
///
/// `receiving → complete → finalized`, or `rejected`, or `expired`.
package struct UploadSession: Equatable, Sendable {
    /// Where a session is in its life.
    package enum Status: String, Sendable, CaseIterable {
        case receiving
        case complete
        case finalized
        case rejected
        case expired
    }

    package let id: UploadID
    package let device: DeviceID
    package var status: Status
    /// How many bytes are durable: no power cut takes one of them.
    package var offset: Int64
    /// The announced size; nil while a direct upload has not said it.
    package var sizeBytes: Int64?
    /// The announced content; nil for a direct upload until it is hashed.
    package var content: ContentHash?
    package var filename: String
    /// What the client says of the song; fills only what the file does not say.
    package var hint: TrackMetadata
    package var existingTrack: TrackID?
    /// The fencing number: only the writer that drew the newest may move the offset.
    package var generation: Int64
    package var createdAt: Timestamp
    package var expiresAt: Timestamp
    package var result: UploadResult?
    package var problem: UploadProblem?

    package init(
        id: UploadID, device: DeviceID, status: Status = .receiving, offset: Int64 = 0,
        sizeBytes: Int64?, content: ContentHash?, filename: String,
        hint: TrackMetadata = TrackMetadata(), existingTrack: TrackID? = nil, generation: Int64 = 0,
        createdAt: Timestamp, expiresAt: Timestamp, result: UploadResult? = nil,
        problem: UploadProblem? = nil
    ) {
        self.id = id
        self.device = device
        self.status = status
        self.offset = offset
        self.sizeBytes = sizeBytes
        self.content = content
        self.filename = filename
        self.hint = hint
        self.existingTrack = existingTrack
        self.generation = generation
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.result = result
        self.problem = problem
    }

    /// The status a client sees at `now`: an open session past its time is expired.
    package func status(at now: Timestamp) -> Status {
        switch status {
        case .receiving, .complete: expiresAt <= now ? .expired : status
        case .finalized, .rejected, .expired: status
        }
    }
}
