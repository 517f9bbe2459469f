extension MediaType {
    /// The types that an owner means by a name in a setting, as registries and players write it.
    ///
    /// `audio/ogg` stands for both codecs that come in it. Empty for what is not known.
    package static func songs(named name: String) -> [MediaType] {
        switch name.lowercased() {
        case "audio/mpeg", "audio/mp3": [.mp3]
        case "audio/flac", "audio/x-flac": [.flac]
        case "audio/mp4", "audio/m4a", "audio/x-m4a", "audio/aac": [.m4a]
        case "audio/ogg": [.vorbis, .opus]
        case "audio/vorbis": [.vorbis]
        case "audio/opus": [.opus]
        case "audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave": [.wav]
        default: []
        }
    }
}
