import VelodyDomain

/// An MP4 file: its tracks, its items, and where its media lies.
struct MP4File {
    private static let trackLimit = 64
    /// Less of the media than this, present, is no song.
    private static let leastPresent = 0.5

    private let top: [MP4Atom]
    private let movie: Range<Int>?
    private var tracks: [MP4Track] = []
    private var items: Range<Int>?

    /// Reads the structure of the file that begins behind the tags of `region`.
    static func scan(_ region: AudioRegion, of file: inout FileWindow) throws(MediaError) -> Scan {
        let mp4 = try MP4File(region.range.lowerBound..<file.size, &file)
        var scan = try mp4.judge(&file)
        scan.places = (mp4.items.map { [.atoms($0)] } ?? []) + region.places
        return scan
    }

    private init(_ range: Range<Int>, _ file: inout FileWindow) throws(MediaError) {
        top = try MP4Atom.all(in: range, atMost: MP4Atom.outerLimit, of: &file)
        movie = top.first { $0.name == "moov" }?.content
        guard let movie else { return }
        let clock = try clock(of: movie, &file)
        for atom in try MP4Atom.all(in: movie, of: &file).prefix(Self.trackLimit)
        where atom.name == "trak" {
            tracks.append(try MP4Track(atom.content, movieClock: clock, of: &file))
        }
        items = try findItems(in: movie, &file)
    }

    /// In ticks per second; 0 where it is not said.
    private func clock(of movie: Range<Int>, _ file: inout FileWindow) throws(MediaError) -> Int {
        guard let atom = try MP4Atom.first("mvhd", in: movie, of: &file) else { return 0 }
        let bytes = try file.bytes(at: atom.content.lowerBound, 24)
        return bytes.bigEndian(at: bytes.first == 1 ? 20 : 12)
    }

    /// The items stand in a `meta` atom, which begins with a version, or in QuickTime without one.
    private func findItems(
        in movie: Range<Int>, _ file: inout FileWindow
    ) throws(MediaError) -> Range<Int>? {
        var meta = try MP4Atom.at(["udta", "meta"], in: movie, of: &file)
        if meta == nil { meta = try MP4Atom.first("meta", in: movie, of: &file) }
        guard let meta, meta.content.count > 4 else { return nil }
        for skipped in [4, 0] {
            let range = meta.content.dropFirst(skipped)
            if let list = try MP4Atom.first("ilst", in: range, of: &file) { return list.content }
        }
        return nil
    }

    private func judge(_ file: inout FileWindow) throws(MediaError) -> Scan {
        let mediaType = MediaType.m4a.rawValue
        if tracks.contains(where: { $0.kind == .picture }) {
            return .reject(.otherContainer, "video/mp4")
        }
        guard let movie, let sound = tracks.first(where: { $0.kind == .sound }) else {
            if tracks.contains(where: { $0.kind == .protected }) {
                return .quarantine(.protected, mediaType)
            }
            return tracks.isEmpty
                ? .reject(.noAudio, mediaType) : .quarantine(.unknownCodec, mediaType)
        }
        let ticks = try MP4Fragments.ticks(top, movie: movie, of: &file)
        let seconds = sound.seconds + Double(ticks) / Double(max(1, sound.timescale))
        return try measured(
            sound, seconds > 0 ? seconds : sound.declared,
            isLengthOff: ticks == 0 && sound.isDeclaredWrong, &file)
    }

    private func measured(
        _ sound: MP4Track, _ seconds: Double, isLengthOff: Bool, _ file: inout FileWindow
    ) throws(MediaError) -> Scan {
        let media = top.filter { $0.name == "mdat" }
        let bytes = media.reduce(0) { $0 + $1.content.count }
        guard bytes > 0 else { return .reject(.noAudio, MediaType.m4a.rawValue) }
        let properties = AudioProperties.measured(
            seconds: seconds, audioBytes: bytes, sampleRate: sound.sampleRate,
            channels: sound.channels)
        guard let properties else {
            return .quarantine(.implausibleLength, MediaType.m4a.rawValue)
        }
        let gapless = try gapless(sound, &file)
        var scan = Scan(
            verdict: .accept, mediaType: MediaType.m4a.rawValue,
            properties: properties.heard(delay: gapless?.delay, padding: gapless?.padding),
            isClean: true)
        if isLengthOff || media.last?.isCut == true {
            scan.warnings.append(.declaredLengthMismatch)
        }
        try warn(&scan, media: media, &file)
        return scan
    }

    /// As iTunes tells it in a comment, else as the edit does that players follow.
    private func gapless(
        _ sound: MP4Track, _ file: inout FileWindow
    ) throws(MediaError) -> (delay: Int, padding: Int?)? {
        if let items, let stated = try ITunesGap.read(in: items, of: &file) { return stated }
        // An edit speaks of the samples in the track's own table, not of fragments behind it.
        let seconds = sound.seconds > 0 ? sound.seconds : sound.declared
        return sound.edit?.gapless(of: seconds, sampleRate: sound.sampleRate)
    }

    private func warn(
        _ scan: inout Scan, media: [MP4Atom], _ file: inout FileWindow
    ) throws(MediaError) {
        if let last = media.last, last.isCut {
            let stated = try file.word(at: last.content.lowerBound - 8).map(Int.init) ?? 0
            if Double(last.content.count) < Self.leastPresent * Double(stated) {
                scan.verdict = .quarantine(.lowFrameCoverage)
            }
        }
        if let movie, let first = media.first, first.content.lowerBound < movie.lowerBound {
            scan.warnings.append(.moovAtEnd)
        }
    }
}
