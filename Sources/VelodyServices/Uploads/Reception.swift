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
    }

    private static let bufferSize = 256 << 10

    let part: any LockedPart
    /// The first offset at which no byte may be.
    let limit: Int64
    /// Each takes every byte once it is written.
    let hashers: [any ContentHasher]
    /// Where the next byte goes: all before it was written.
    private(set) var offset: Int64

    init(part: any LockedPart, from offset: Int64, limit: Int64, hashers: [any ContentHasher]) {
        self.part = part
        self.offset = offset
        self.limit = limit
        self.hashers = hashers
    }

    /// Receives until the source ends; calls `progress` after each write with the offset reached.
    mutating func receive(
        from source: any ByteSource, progress: (Int64) throws(ServiceError) -> Void
    ) -> Ending {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        do throws(ServiceError) {
            while true {
                let count: Int
                do { count = try source.read(into: &buffer) } catch { return .cut }
                guard count > 0 else { return .complete }
                let kept = Int(min(Int64(count), limit - offset))
                try write(buffer.span.extracting(0..<kept))
                guard kept == count else { return .exceeded }
                try progress(offset)
            }
        } catch {
            return .failed(error)
        }
    }

    private mutating func write(_ bytes: Span<UInt8>) throws(ServiceError) {
        guard !bytes.isEmpty else { return }
        do { try part.write(bytes, at: offset) } catch { throw ServiceError(error) }
        for hasher in hashers { hasher.update(bytes) }
        offset += Int64(bytes.count)
    }
}
