package import VelodyDomain

/// Counts the frames of a file: the only authority for what it is and how long.
///
/// Streams through the file in bounded memory and linear time, whatever it holds.
package struct FrameScan: Equatable, Sendable {
    package private(set) var verdict: InspectionReport.Verdict
    /// What the file was found to be, if anything known.
    package private(set) var mediaType: String?
    /// Nil where no frames were counted.
    package private(set) var properties: AudioProperties?
    package private(set) var warnings: [Finding.Warning] = []
    /// Where ID3v2 tags begin, in bytes from the start of the file.
    var id3v2: [Int] = []

    /// Scans an open file of any size; its descriptor is read with `pread` only.
    package init(of descriptor: Int32) throws(MediaError) {
        verdict = .reject(.notAudio)
        var file = try FileWindow.open(descriptor)
        try scan(&file)
    }

    private mutating func scan(_ file: inout FileWindow) throws(MediaError) {
        guard file.size > 0 else {
            verdict = .reject(.empty)
            return
        }
        let region = try AudioRegion.find(in: &file)
        id3v2 = region.id3v2
        if let container = try Container.find(at: region.range.lowerBound, in: &file) {
            try refuse(container, &file)
        } else if try !scanNearStart(region.range, &file) {
            try scanFarther(region, &file)
        }
    }

    /// Looks for a stream where one should begin; false if there is none.
    private mutating func scanNearStart(
        _ range: Range<Int>, _ file: inout FileWindow
    ) throws(MediaError) -> Bool {
        let end = range.upperBound
        let starts = range.lowerBound..<min(end, range.lowerBound + FrameChain.startLimit)
        if let start = try FrameChain.first(.layer3, in: starts, end: end, of: &file),
            let count = try FrameCount.walk(from: start, end: end, of: &file)
        {
            judge(count, in: range)
        } else if let count = try FreeFormat.count(in: range, of: &file) {
            keepAside(count, .freeFormat)
        } else if let start = try FrameChain.first(.otherLayer, in: starts, end: end, of: &file),
            let count = try FrameCount.walk(from: start, end: end, of: &file),
            // Silent PCM is full of stray Layer I headers, but not of whole streams.
            coverage(count, in: range) >= 0.5
        {
            keepAside(count, .notLayer3)
        } else {
            return false
        }
        return true
    }

    /// Looks in the whole region, only to tell what is refused.
    private mutating func scanFarther(
        _ region: AudioRegion, _ file: inout FileWindow
    ) throws(MediaError) {
        let (range, end) = (region.range, region.range.upperBound)
        if let start = try FrameChain.first(.layer3, in: range, end: end, of: &file),
            let count = try FrameCount.walk(from: start, end: end, of: &file)
        {
            keepAside(count, .noFramesNearStart)
        } else if try FrameChain.isShortClip(range, of: &file),
            let count = try FrameCount.walk(from: range.lowerBound, end: end, of: &file)
        {
            keepAside(count, .tooFewFrames)
        } else {
            verdict = .reject(region.hasTags ? .noAudio : .notAudio)
        }
    }

    private mutating func refuse(
        _ container: Container, _ file: inout FileWindow
    ) throws(MediaError) {
        mediaType = container.mediaType
        verdict = .reject(.otherContainer)
        guard let range = container.layer3 else { return }
        if let start = try FrameChain.first(.layer3, in: range, end: range.upperBound, of: &file),
            let count = try FrameCount.walk(from: start, end: range.upperBound, of: &file)
        {
            properties = Self.properties(of: count)
        }
        verdict = .quarantine(.mp3InWAV)
    }

    private mutating func keepAside(_ count: FrameCount, _ reason: Finding.Reason) {
        take(count, .quarantine(reason))
    }

    private mutating func take(_ count: FrameCount, _ verdict: InspectionReport.Verdict) {
        mediaType = MediaType.mp3.rawValue
        properties = Self.properties(of: count)
        self.verdict = verdict
    }

    private mutating func judge(_ count: FrameCount, in range: Range<Int>) {
        let coverage = coverage(count, in: range)
        if count.frames < 3 {
            keepAside(count, .tooFewFrames)
        } else if coverage < 0.5 {
            keepAside(count, .lowFrameCoverage)
        } else {
            take(count, .accept)
        }
        warn(about: count, in: range)
        if verdict == .accept, coverage < 0.9 { warnings.append(.lowCoverage) }
    }

    private mutating func warn(about count: FrameCount, in range: Range<Int>) {
        if count.start > range.lowerBound { warnings.append(.leadingJunk) }
        if count.hasInnerJunk { warnings.append(.innerJunk) }
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
    }

    private func coverage(_ count: FrameCount, in range: Range<Int>) -> Double {
        Double(count.frameBytes + count.silentBytes) / Double(max(1, range.count))
    }

    private static func properties(of count: FrameCount) -> AudioProperties? {
        guard count.frames > 0 else { return nil }
        let seconds =
            Double(count.frames * count.first.samples) / Double(count.first.sampleRate)
        return AudioProperties(
            durationMs: Int((1000 * seconds).rounded()),
            bitRateKbps: Int((Double(count.frameBytes) * 8 / seconds / 1000).rounded()),
            sampleRateHz: count.first.sampleRate, channels: count.first.channels,
            encoderDelay: count.declared?.encoderDelay,
            encoderPadding: count.declared?.encoderPadding)
    }
}

extension InspectionReport.Verdict {
    static func quarantine(_ reason: Finding.Reason) -> Self {
        .quarantine(reason: reason.rawValue)
    }
    static func reject(_ reason: Finding.Reason) -> Self { .reject(reason: reason.rawValue) }
}
