import Glibc
package import VelodyDomain

/// One job on its way to a worker: the file to look into, and where its picture goes.
///
/// It travels over a socket of the Unix domain as a letter, an encoding's name or nothing, and two
/// descriptors (`SCM_RIGHTS`). There is never more than one on its way.
/// Glibc's macros for that are not imported, so the layout of cmsg(3) on 64-bit Linux is written
/// here: a length of 8 bytes, level and type of 4 each, then the descriptors.
package struct InspectionJob: ~Copyable {
    private static let headerSize = 16
    private static let letter = UInt8(ascii: "J")
    /// In bytes: longer than any encoding's name.
    private static let textSize = 64
    private static let messageSize = headerSize + 2 * MemoryLayout<Int32>.size

    /// The file to look into.
    package let audio: OwnedDescriptor
    /// Where the picture is written.
    package let picture: OwnedDescriptor
    /// What text is read as that does not say; nil where that is to be guessed.
    package let encoding: LegacyEncoding?

    /// Sends both descriptors, which stay the caller's; false if the other side is gone.
    static func send(
        audio: Int32, picture: Int32, readingTextAs encoding: LegacyEncoding?, over socket: Int32
    ) -> Bool {
        var control = [UInt8](repeating: 0, count: messageSize)
        unsafe control.withUnsafeMutableBytes { bytes in
            unsafe bytes.storeBytes(of: messageSize, as: Int.self)
            unsafe bytes.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
            unsafe bytes.storeBytes(
                of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
            unsafe bytes.storeBytes(of: audio, toByteOffset: headerSize, as: Int32.self)
            unsafe bytes.storeBytes(of: picture, toByteOffset: headerSize + 4, as: Int32.self)
        }
        let flags = Int32(MSG_NOSIGNAL)
        var text = [letter] + Array((encoding?.rawValue ?? "").utf8)
        let size = text.count
        return unsafe withMessage(&text, &control) { unsafe sendmsg(socket, $0, flags) }.result
            == size
    }

    /// Waits for a job; nil when the other side has closed, or what came is none.
    package static func receive(from socket: Int32) -> InspectionJob? {
        var control = [UInt8](repeating: 0, count: messageSize)
        let flags = Int32(MSG_CMSG_CLOEXEC)
        var text = [UInt8](repeating: 0, count: textSize)
        let (result, length) = unsafe withMessage(&text, &control) {
            unsafe recvmsg(socket, $0, flags)
        }
        guard result >= 1, text[0] == letter, length == messageSize else { return nil }
        let name = String(decoding: text[1..<result], as: UTF8.self)
        let encoding = LegacyEncoding(rawValue: name)
        let (audio, picture) = unsafe control.withUnsafeBytes { bytes in
            unsafe (
                bytes.load(fromByteOffset: headerSize, as: Int32.self),
                bytes.load(fromByteOffset: headerSize + 4, as: Int32.self)
            )
        }
        return InspectionJob(
            audio: OwnedDescriptor(owning: audio), picture: OwnedDescriptor(owning: picture),
            encoding: encoding)
    }

    /// Lends a message of a text and the control block; tells how long the block is afterwards.
    private static func withMessage(
        _ text: inout [UInt8], _ control: inout [UInt8],
        _ body: (UnsafeMutablePointer<msghdr>) -> Int
    ) -> (result: Int, length: Int) {
        unsafe text.withUnsafeMutableBytes { text in
            unsafe control.withUnsafeMutableBytes { control in
                var part = unsafe iovec(iov_base: text.baseAddress, iov_len: text.count)
                return unsafe withUnsafeMutablePointer(to: &part) { part in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = part
                    unsafe message.msg_iovlen = 1
                    unsafe message.msg_control = control.baseAddress
                    unsafe message.msg_controllen = control.count
                    var result = 0
                    repeat { result = unsafe body(&message) } while result < 0 && errno == EINTR
                    return unsafe (result, Int(message.msg_controllen))
                }
            }
        }
    }
}
