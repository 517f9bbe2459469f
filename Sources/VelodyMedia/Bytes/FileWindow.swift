import Glibc

/// A file seen through one reused buffer: bounded memory at any file size.
///
/// Reads with `pread`, so the descriptor's own offset, which other processes may share, stays.
/// Going back up to ``slack`` bytes never reads again: looking ahead from each byte of a hostile
/// file costs no more than walking it.
@safe struct FileWindow: ~Copyable {
    private static let capacity = 256 * 1024
    /// In bytes; more than three frames of any kind.
    private static let slack = 16 * 1024
    /// In bytes: the most that is copied out at once.
    static let longestRead = capacity - slack

    /// In bytes, as it was when the window was opened.
    let size: Int
    private let descriptor: Int32
    private let buffer: UnsafeMutableRawPointer
    private var start = 0
    private var count = 0

    private init(owning buffer: UnsafeMutableRawPointer, of descriptor: Int32, size: Int) {
        self.descriptor = descriptor
        self.size = size
        unsafe self.buffer = buffer
    }

    deinit { unsafe buffer.deallocate() }

    /// Opens a window over a descriptor that stays the caller's, and outlives the window.
    static func open(_ descriptor: Int32) throws(MediaError) -> FileWindow {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure("fstat") }
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        return unsafe FileWindow(owning: buffer, of: descriptor, size: Int(status.st_size))
    }

    /// The four bytes at `offset`, most significant first; nil where the file ends before.
    @inline(__always)
    mutating func word(at offset: Int) throws(MediaError) -> UInt32? {
        if offset < start || offset + 4 > start + count {
            guard try load(offset, 4) else { return nil }
        }
        let raw = unsafe buffer.loadUnaligned(fromByteOffset: offset - start, as: UInt32.self)
        return UInt32(bigEndian: raw)
    }

    /// A copy of at most `length` bytes at `offset`: fewer where the file ends, none outside it.
    ///
    /// `length` is at most ``longestRead``.
    mutating func bytes(at offset: Int, _ length: Int) throws(MediaError) -> [UInt8] {
        precondition(length <= Self.longestRead, "longer than the window")
        guard offset >= 0, length > 0, offset < size else { return [] }
        let available = min(length, size - offset)
        guard try load(offset, available) else { return [] }
        return unsafe [UInt8](
            UnsafeRawBufferPointer(start: buffer + (offset - start), count: available))
    }

    /// The place of the next header that `pattern` admits, beginning in `range`; frames may reach
    /// to `end`.
    mutating func nextHeader(
        _ pattern: HeaderPattern, in range: Range<Int>, end: Int
    ) throws(MediaError) -> Int? {
        var offset = range.lowerBound
        while offset < range.upperBound, offset + 4 <= size, try load(offset, 4) {
            // Three bytes of the next block may belong to the last header of this one.
            let places = min(start + count - 3, range.upperBound) - offset
            let here = unsafe UnsafeRawPointer(buffer + (offset - start))
            let hit = unsafe pattern.first(
                in: here, places, readable: start + count - offset, end: end - offset)
            if let hit { return offset + hit }
            offset += places
        }
        return nil
    }

    /// Makes sure that the buffer holds `length` bytes at `offset`; false where the file ends.
    private mutating func load(_ offset: Int, _ length: Int) throws(MediaError) -> Bool {
        if offset >= start, offset + length <= start + count { return true }
        guard offset >= 0, offset + length <= size else { return false }
        start = max(0, offset - Self.slack)
        count = 0
        while count < Self.capacity {
            let got = unsafe pread(
                descriptor, buffer + count, Self.capacity - count, off_t(start + count))
            if got == 0 { break }
            if got > 0 { count += got } else if errno != EINTR { throw Self.failure("pread") }
        }
        return offset + length <= start + count
    }

    private static func failure(_ call: String) -> MediaError {
        MediaError(.inputOutput, "\(call) errno=\(errno)")
    }
}
