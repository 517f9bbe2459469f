import VelodyDomain

/// Makes a long body durable on the way, so that no crash costs more than the last stretch.
struct Checkpoints {
    private static let interval: Int64 = 5_000_000

    private(set) var session: UploadSession
    /// Whether saving failed: then the part may not be trusted further.
    private(set) var hasFailed = false
    private let service: UploadService
    private let part: any LockedPart
    private var lastSaved: Timestamp

    init(session: UploadSession, service: UploadService, part: any LockedPart) {
        self.session = session
        self.service = service
        self.part = part
        lastSaved = service.resources.clock.now()
    }

    /// Notes that all before `offset` was written; saves when enough bytes or time have passed.
    mutating func reached(_ offset: Int64) throws(ServiceError) {
        let now = service.resources.clock.now()
        let isDue =
            offset - session.offset >= service.policy.checkpointBytes
            || now.microseconds - lastSaved.microseconds >= Self.interval
        guard isDue else { return }
        do { try service.resources.parts.requireSpace(for: 0) } catch { throw ServiceError(error) }
        do { try service.persist(&session, offset: offset, part: part) } catch {
            hasFailed = true
            throw error
        }
        lastSaved = now
    }
}
