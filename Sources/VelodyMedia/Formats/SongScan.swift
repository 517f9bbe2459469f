import VelodyDomain

/// What a file is, by its structure alone: never by its name, nor by what libmagic thinks of it.
enum SongScan {
    /// Scans an open file of any size.
    static func scan(_ file: inout FileWindow) throws(MediaError) -> Scan {
        guard file.size > 0 else { return .reject(.empty, "inode/x-empty") }
        var region = try AudioRegion.find(in: &file)
        var scan = try scan(region, &file)
        if scan.verdict != .accept, try region.skipJunkBeforeContainer(in: &file) {
            let other = try self.scan(region, &file)
            if other.verdict == .accept { scan = other }
        }
        if region.hasJunk, scan.verdict == .accept, !scan.warnings.contains(.leadingJunk) {
            scan.warnings.insert(.leadingJunk, at: 0)
            scan.isClean = false
        }
        return scan
    }

    private static func scan(
        _ region: AudioRegion, _ file: inout FileWindow
    ) throws(MediaError) -> Scan {
        guard let container = try Container.find(at: region.range.lowerBound, in: &file) else {
            return try FrameScan.scan(region, of: &file)
        }
        switch container.kind {
        case .flac: return try FLACFile.scan(region, of: &file)
        case .ogg: return try OggFile.scan(region, of: &file)
        case .mp4: return try MP4File.scan(region, of: &file)
        case .riff: return try WaveFile.scan(region, of: &file)
        case .refused: return .reject(.otherContainer, container.mediaType)
        }
    }
}
