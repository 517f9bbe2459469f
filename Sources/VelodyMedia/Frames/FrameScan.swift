import VelodyDomain

/// Counts the frames of MPEG audio: the only authority for whether it is that, and how long.
///
/// Streams through the file in bounded memory and linear time, whatever it holds.
struct FrameScan {
    /// Less of the region than this, framed, is no song.
    private static let leastCoverage = 0.5
    /// Less of the region than this, framed, is odd.
    private static let fullCoverage = 0.9

    private let region: AudioRegion
    private var range: Range<Int> { region.range }
    private var end: Int { region.range.upperBound }

    /// Scans what lies between the tags.
    static func scan(_ region: AudioRegion, of file: inout FileWindow) throws(MediaError) -> Scan {
        let scan = FrameScan(region: region)
        if let found = try scan.nearStart(&file) { return found }
        return try scan.farther(&file)
    }

    /// The numbers of a stream of which something was counted.
    static func properties(of count: FrameCount) -> AudioProperties? {
        AudioProperties.measured(
            seconds: count.seconds, audioBytes: count.frameBytes,
            sampleRate: count.first.sampleRate, channels: count.first.channels
        )?.heard(delay: count.declared?.encoderDelay, padding: count.declared?.encoderPadding)
    }

    /// Looks for a stream where one should begin; nil if there is none.
    private func nearStart(_ file: inout FileWindow) throws(MediaError) -> Scan? {
        let starts = range.prefix(FrameChain.startLimit)
        if let start = try FrameChain.first(.layer3, in: starts, end: end, of: &file),
            let count = try FrameCount.walk(from: start, end: end, of: &file)
        {
            // Where frames end, a tag may follow that nothing at its own end tells of.
            let region = try region.takingTags(behind: count.end, in: &file)
            return FrameScan(region: region).judge(count)
        }
        if let count = try FreeFormat.count(in: range, of: &file) {
            return keepAside(count, .freeFormat)
        }
        if let start = try FrameChain.first(.otherLayer, in: starts, end: end, of: &file),
            let count = try FrameCount.walk(from: start, end: end, of: &file),
            // Silent PCM is full of stray Layer I headers, but not of whole streams.
            coverage(count) >= Self.leastCoverage
        {
            return keepAside(count, .notLayer3)
        }
        return nil
    }

    /// Looks in the whole region, only to tell what is refused.
    private func farther(_ file: inout FileWindow) throws(MediaError) -> Scan {
        if let start = try FrameChain.first(.layer3, in: range, end: end, of: &file),
            let count = try FrameCount.walk(from: start, end: end, of: &file)
        {
            return keepAside(count, .noFramesNearStart)
        }
        if try FrameChain.isShortClip(range, of: &file),
            let count = try FrameCount.walk(from: range.lowerBound, end: end, of: &file)
        {
            return keepAside(count, .tooFewFrames)
        }
        return .reject(region.hasTags ? .noAudio : .notAudio)
    }

    private func keepAside(_ count: FrameCount, _ reason: Finding.Reason) -> Scan {
        .quarantine(
            reason, MediaType.mp3.rawValue, Self.properties(of: count), places: region.places)
    }

    private func judge(_ count: FrameCount) -> Scan {
        let coverage = coverage(count)
        var scan = Scan(
            verdict: .accept, mediaType: MediaType.mp3.rawValue,
            properties: Self.properties(of: count), warnings: warnings(about: count),
            places: region.places)
        if count.frames < FrameChain.proof {
            scan.verdict = .quarantine(.tooFewFrames)
        } else if scan.properties == nil {
            scan.verdict = .quarantine(.implausibleLength)
        } else if coverage < Self.leastCoverage {
            scan.verdict = .quarantine(.lowFrameCoverage)
        } else if coverage < Self.fullCoverage {
            scan.warnings.append(.lowCoverage)
        } else {
            scan.isClean = count.start == range.lowerBound
        }
        return scan
    }

    private func warnings(about count: FrameCount) -> [Finding.Warning] {
        var warnings: [Finding.Warning] = []
        if count.start > range.lowerBound { warnings.append(.leadingJunk) }
        if count.hasInnerJunk { warnings.append(.innerJunk) }
        if count.hasChange { warnings.append(.formatChange) }
        if count.isLastFrameCut {
            warnings.append(.truncatedLastFrame)
        } else if count.end < range.upperBound {
            warnings.append(.trailingJunk)
        }
        // A count of 0 is an encoder that was stopped: it declares nothing.
        if let frames = count.declared?.frames, frames > 0,
            abs(frames - count.frames) * 100 > count.frames
        {
            warnings.append(.declaredLengthMismatch)
        }
        return warnings
    }

    private func coverage(_ count: FrameCount) -> Double {
        // Tags between joined songs are no more a fault than those around them.
        Double(count.frameBytes + count.silentBytes)
            / Double(max(1, range.count - count.tagBytes))
    }
}
