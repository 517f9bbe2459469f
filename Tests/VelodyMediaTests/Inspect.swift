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

    init(_ bytes: [UInt8]) throws {
        try self.init(ScratchFile(bytes))
    }

    init(_ song: SongFixture) throws {
        try self.init(song.bytes)
    }

    init(_ audio: borrowing ScratchFile) throws {
        let inspector = try Inspector.open()
        let sink = ScratchFile()
        var scanned: InspectionReport?
        report = try inspector.inspect(audio: audio.descriptor, picture: sink.descriptor) {
            scanned = $0
        }
        self.scanned = scanned
        picture = sink.bytes
    }

    var metadata: TrackMetadata { report.metadata }
}
