import Testing
import VelodyDomain
import VelodyMedia
import VelodyTesting

/// What inspecting a made file gave: the report, and what was written to the picture's descriptor.
struct Inspected {
    let report: InspectionReport
    /// Nil if the tags were not opened.
    let scanned: InspectionReport?
    let picture: [UInt8]

    init(_ bytes: [UInt8], readingTextAs encoding: LegacyEncoding? = nil) throws {
        try self.init(ScratchFile(bytes), readingTextAs: encoding)
    }

    init(_ song: SongFixture) throws {
        try self.init(song.bytes)
    }

    init(
        _ audio: borrowing ScratchFile, readingTextAs encoding: LegacyEncoding? = nil
    ) throws {
        let inspector = try Inspector.open()
        let sink = ScratchFile()
        var scanned: InspectionReport?
        report = try inspector.inspect(
            audio: audio.descriptor, picture: sink.descriptor, readingTextAs: encoding
        ) { scanned = $0 }
        self.scanned = scanned
        picture = sink.bytes
    }

    var metadata: TrackMetadata { report.metadata }
}
