extension ByteStream {
    /// In bytes: how much is looked at before a writer is believed.
    private static let proof = 256 * 1024

    /// Whether the stored bytes can have been unsynchronised at all: nothing in them looks like
    /// the beginning of a frame (ID3v2.4 §6.1).
    ///
    /// Writers set the flag and forget the deed; to undo what was not done breaks pictures.
    func mayBeUnsynchronised(of file: inout FileWindow) throws(MediaError) -> Bool {
        var stream = self
        var isAfterFF = false
        var seen = 0
        while seen < Self.proof {
            let part = try stream.read(16 * 1024, of: &file)
            if part.isEmpty { break }
            for byte in part {
                if isAfterFF, byte >= 0xE0 { return false }
                isAfterFF = byte == 0xFF
            }
            seen += part.count
        }
        return true
    }
}
