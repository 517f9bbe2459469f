import Glibc

/// One end of the socket between the server and a `velody-inspect` worker.
///
/// A job is one byte that carries two descriptors (unix(7), SCM_RIGHTS); an answer is a kind, a
/// length and JSON. Confined to one thread at a time.
package struct InspectionChannel: ~Copyable, Sendable {
    /// What an answer is.
    package enum Kind: UInt8, Sendable {
        /// The report as the frame scan left it: it stands if the worker dies over the tags.
        case scanned = 1
        case finished = 2
        /// The file could not be read.
        case failed = 3
    }

    /// An answer longer than this, in bytes, is no answer.
    package static let longestAnswer = 4 << 20

    private let socket: OwnedDescriptor

    /// Takes one end of a stream socket pair over.
    package init(_ socket: consuming OwnedDescriptor) { self.socket = socket }

    /// For poll(2).
    var descriptor: Int32 { socket.number }

    /// Sends a job; false when the peer is gone.
    func send(audio: Int32, picture: Int32) -> Bool {
        var control = ControlMessage(descriptors: [audio, picture]).bytes
        var byte: UInt8 = 0
        return unsafe withMessage(&byte, &control) { message in
            unsafe sendmsg(socket.number, &message, Int32(MSG_NOSIGNAL)) == 1
        }
    }

    /// Waits for a job; nil when the peer is gone.
    package func receive() -> InspectionJob? {
        var control = [UInt8](repeating: 0, count: ControlMessage.length(descriptors: 2))
        var byte: UInt8 = 0
        let cloexec: Int32 = 0x4000_0000  // MSG_CMSG_CLOEXEC is an enumerator, not imported.
        let received = unsafe withMessage(&byte, &control) { message in
            while true {
                let count = unsafe recvmsg(socket.number, &message, cloexec)
                if count < 0, errno == EINTR { continue }
                return count == 1
            }
        }
        guard received, let numbers = ControlMessage(bytes: control)?.descriptors,
            numbers.count == 2
        else { return nil }
        return InspectionJob(
            audio: OwnedDescriptor(owning: numbers[0]), picture: OwnedDescriptor(owning: numbers[1]))
    }

    /// Sends an answer whole.
    package func send(_ kind: Kind, _ json: [UInt8]) {
        let length = UInt32(json.count)
        let header = [kind.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
        socket.write(header + json)
    }

    /// Waits for an answer at most until `deadline`; nil when none comes, or the peer is gone.
    func answer(by deadline: ContinuousClock.Instant) -> (kind: Kind, json: [UInt8])? {
        guard let header = read(5, by: deadline), let kind = Kind(rawValue: header[0]) else {
            return nil
        }
        let length = header[1...].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.longestAnswer, let json = read(length, by: deadline) else { return nil }
        return (kind, json)
    }

    private func read(_ count: Int, by deadline: ContinuousClock.Instant) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < count {
            guard isReadable(by: deadline) else { return nil }
            let wanted = min(buffer.count, count - bytes.count)
            let taken = unsafe Glibc.read(socket.number, &buffer, wanted)
            if taken < 0, errno == EINTR { continue }
            guard taken > 0 else { return nil }
            bytes += buffer[..<taken]
        }
        return bytes
    }

    private func isReadable(by deadline: ContinuousClock.Instant) -> Bool {
        var watched = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return false }
            let milliseconds =
                left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
            if unsafe poll(&watched, 1, Int32(clamping: milliseconds + 1)) > 0 { return true }
        }
    }

    private func withMessage(
        _ byte: inout UInt8, _ control: inout [UInt8], _ body: (inout msghdr) -> Bool
    ) -> Bool {
        unsafe withUnsafeMutablePointer(to: &byte) { byte in
            unsafe control.withUnsafeMutableBytes { control in
                var part = unsafe iovec(iov_base: byte, iov_len: 1)
                return unsafe withUnsafeMutablePointer(to: &part) { part in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = part
                    unsafe message.msg_iovlen = 1
                    unsafe message.msg_control = control.baseAddress
                    unsafe message.msg_controllen = control.count
                    return unsafe body(&message)
                }
            }
        }
    }
}
