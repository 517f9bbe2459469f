/// A type of file that the library stores.
///
/// Nothing else is ever published.
package enum MediaType: String, Sendable, Codable, CaseIterable {
    case mp3 = "audio/mpeg"
    case flac = "audio/flac"
    /// AAC, or Apple's lossless codec, in MP4.
    case m4a = "audio/mp4"
    /// Vorbis in Ogg.
    case vorbis = "audio/ogg"
    /// Opus in Ogg (RFC 7845 §9).
    case opus = "audio/ogg; codecs=opus"
    case wav = "audio/wav"
    case jpeg = "image/jpeg"
    case png = "image/png"
    case gif = "image/gif"
    case webp = "image/webp"

    /// The extension of stored files, without a dot.
    package var fileExtension: String {
        switch self {
        case .mp3: "mp3"
        case .flac: "flac"
        case .m4a: "m4a"
        case .vorbis: "ogg"
        case .opus: "opus"
        case .wav: "wav"
        case .jpeg: "jpg"
        case .png: "png"
        case .gif: "gif"
        case .webp: "webp"
        }
    }

    /// Whether it is a song rather than a picture.
    package var isAudio: Bool { rawValue.hasPrefix("audio/") }
}
