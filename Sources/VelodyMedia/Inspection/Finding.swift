/// The stable codes of a report.
///
/// Clients and the database keep them: none is ever renamed. docs/AUDIO.md explains each.
package enum Finding {
    /// Why a file is quarantined or rejected.
    package enum Reason: String, Sendable, CaseIterable {
        /// No byte at all.
        case empty
        /// No frames and no tags, or a type that is never taken: HTML, programs, archives.
        case notAudio = "not-audio"
        /// Tags, but no frames.
        case noAudio = "no-audio"
        /// One or two frames: too little to know that they are frames.
        case tooFewFrames = "too-few-frames"
        /// Frames, but none within 64 KiB of where they should begin.
        case noFramesNearStart = "no-frames-near-start"
        /// Less than half of the audio region is frames.
        case lowFrameCoverage = "low-frame-coverage"
        /// Layer III without stated bitrate: browsers do not play it.
        case freeFormat = "free-format"
        /// MPEG audio of Layer I or II.
        case notLayer3 = "not-layer-3"
        /// Layer III frames inside a RIFF/WAVE file.
        case mp3InWAV = "mp3-in-wav"
        /// Another kind of media file, or an archive, behind the tags.
        case otherContainer = "other-container"
        /// A known container around audio that players do not play.
        case unknownCodec = "unknown-codec"
        /// A container that says it plays for no time, or for weeks.
        case implausibleLength = "implausible-length"
        /// Audio that only who sold it can open.
        case protected
    }

    /// What is odd about a file that is kept.
    package enum Warning: String, Sendable, CaseIterable {
        /// Unframed bytes before the first frame.
        case leadingJunk = "leading-junk"
        /// Unframed bytes between frames.
        case innerJunk = "inner-junk"
        /// Unframed bytes after the last frame.
        case trailingJunk = "trailing-junk"
        case truncatedLastFrame = "truncated-last-frame"
        /// A length header is more than 1 % away from the audio that is there.
        case declaredLengthMismatch = "declared-length-mismatch"
        /// A stream of another rate, version or number of channels follows the first.
        case formatChange = "format-change"
        /// Several streams follow each other, each with its own header.
        case joined
        /// What a player needs first stands last in the file.
        case moovAtEnd = "moov-at-end"
        /// Frames are 50 to 90 % of the audio region.
        case lowCoverage = "low-coverage"
        /// The tags were too large, too many, too deep, or the worker was lost over them.
        case tagsUnreadable = "tags-unreadable"
        /// A picture of no known kind, too large, or a link.
        case pictureSkipped = "picture-skipped"
        /// Text beyond ASCII that does not say its encoding, read as Latin-1.
        case encodingGuess = "encoding-guess"
        /// Text with bytes that are no letters of the encoding it says: U+FFFD stands for them.
        case textDamaged = "text-damaged"
        /// A number that is no number, or out of the range kept.
        case numberOutOfRange = "number-out-of-range"
    }
}
