import VelodyDomain

/// Receives one request's bytes into a locked part, at explicit offsets.
struct Reception {
    /// Why no more bytes were taken.
    enum Ending {
        /// The body was whole.
        case complete
        /// The client went away, or was asked to stop.
        case cut
        /// The body went on beyond ``Reception/limit``; nothing beyond it was kept.
        case exceeded
        /// The storage, or the progress report, failed; what was written before still counts.
        case failed(ServiceError)

        var isWhole: Bool {
            if case .complete = self { true } else { false }
        }
    }

    private static let bufferSize = 256 << 10

    let part: any LockedPart
    /// The first offset at which no byte may be.
    let limit: Int64
    /// Takes every byte once it is written.
    let hashing: any BodyHashing
    /// Where the next byte goes: all before it was written.
    private(set) var offset: Int64

    init(part: any LockedPart, from offset: Int64, limit: Int64, hashing: any BodyHashing) {
        self.part = part
        self.offset = offset
        self.limit = limit
        self.hashing = hashing
    }

    /// Receives until the source ends; calls `progress` after each write with the offset reached.
    ///
    /// All that was written is hashed when this returns.
    mutating func receive(
        from source: any ByteSource, progress: (Int64) throws(ServiceError) -> Void
    ) -> Ending {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        defer { hashing.finish() }
        do throws(ServiceError) {
            while true {
                let count: Int
                do { count = try source.read(into: &buffer) } catch { return .cut }
                guard count > 0 else { return .complete }
                let kept = Int(min(Int64(count), limit - offset))
                try write(&buffer, count: kept)
                guard kept == count else { return .exceeded }
                try progress(offset)
            }
        } catch {
            return .failed(error)
        }
    }

    /// Writes the first `count` bytes, and leaves another buffer in this one's place.
    private mutating func write(_ buffer: inout [UInt8], count: Int) throws(ServiceError) {
        guard count > 0 else { return }
        do { try part.write(buffer.span.extracting(first: count), at: offset) } catch {
            throw ServiceError(error)
        }
        offset += Int64(count)
        buffer = hashing.exchange(buffer, count: count)
    }
}
