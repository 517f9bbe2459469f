import VelodyDomain

/// Makes a long body durable on the way, so that no crash costs more than the last stretch.
///
/// A stretch ends after so many bytes, but lasts a second at least: what comes faster than that is
/// sent again faster than it would be waited for. It lasts five seconds at most.
struct Checkpoints {
    private static let longest: Int64 = 5_000_000
    /// By how many bytes a body may reach into the reserve before that is noticed.
    static let spaceInterval: Int64 = 1 << 20

    private(set) var session: UploadSession
    /// Whether saving failed: then the part may not be trusted further.
    private(set) var hasFailed = false
    private let service: UploadService
    private let part: any LockedPart
    private var lastSaved: Timestamp
    private var nextSpaceCheck: Int64

    init(session: UploadSession, service: UploadService, part: any LockedPart) {
        self.session = session
        self.service = service
        self.part = part
        lastSaved = service.resources.clock.now()
        nextSpaceCheck = session.offset
    }

    /// Throws where the reserve is touched; looks before the first byte, and then at each MiB.
    mutating func requireSpace(at offset: Int64) throws(ServiceError) {
        guard offset >= nextSpaceCheck else { return }
        nextSpaceCheck = offset + Self.spaceInterval
        do { try service.resources.parts.requireSpace(for: 0) } catch {
            var refusal = ServiceError(error)
            if offset == session.offset { refusal.facts.append(.offset(offset)) }
            throw refusal
        }
    }

    /// Notes that all before `offset` was written; saves when enough bytes or time have passed.
    mutating func reached(_ offset: Int64) throws(ServiceError) {
        let isLong = offset - session.offset >= service.policy.checkpointBytes
        let now = service.resources.clock.now()
        let age = now.microseconds - lastSaved.microseconds
        guard age >= Self.longest || isLong && age >= service.policy.checkpointMicroseconds else {
            return
        }
        do { try service.persist(&session, offset: offset, part: part) } catch {
            hasFailed = true
            throw error
        }
        lastSaved = now
    }
}
