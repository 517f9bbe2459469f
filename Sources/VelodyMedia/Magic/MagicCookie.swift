import CMagic

/// Owns one libmagic cookie.
///
/// Not `Sendable`: the compiler confines it.
@safe struct MagicCookie: ~Copyable {
    private let raw: magic_t

    private init(owning raw: magic_t) { unsafe self.raw = raw }
    deinit { unsafe magic_close(raw) }

    /// Opens a cookie with the system's magic database loaded.
    static func open() throws(MediaError) -> MagicCookie {
        guard let raw = unsafe magic_open(MAGIC_MIME_TYPE) else {
            throw MediaError(.unavailable, "libmagic has no memory")
        }
        let cookie = unsafe MagicCookie(owning: raw)
        guard unsafe magic_load(raw, nil) == 0 else {
            throw MediaError(.unavailable, "libmagic has no database")
        }
        return cookie
    }

    /// The media type of a file that begins with `bytes`; nil if libmagic failed over them.
    func mediaType(of bytes: [UInt8]) -> String? {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let type = unsafe magic_buffer(raw, bytes.baseAddress, bytes.count) else {
                return nil
            }
            return unsafe String(cString: type)
        }
    }
}
