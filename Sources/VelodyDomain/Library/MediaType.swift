/// A type of file that the library stores.
///
/// Nothing else is ever published.
package enum MediaType: String, Sendable, Codable, CaseIterable {
    case mp3 = "audio/mpeg"
    case jpeg = "image/jpeg"
    case png = "image/png"
    case gif = "image/gif"
    case webp = "image/webp"

    /// The extension of stored files, without a dot.
    package var fileExtension: String {
        switch self {
        case .mp3: "mp3"
        case .jpeg: "jpg"
        case .png: "png"
        case .gif: "gif"
        case .webp: "webp"
        }
    }

    /// Whether it is a song rather than a picture.
    package var isAudio: Bool { self == .mp3 }
}
