import VelodyDomain
import VelodyTesting

/// A song with an ID3v2 tag that a test fills, inspected.
enum Tagged {
    static func report(
        _ version: ID3v2Fixture.Version = .v24, _ fill: (inout ID3v2Fixture) -> Void
    ) throws -> InspectionReport {
        try inspected(version, fill).report
    }

    static func inspected(
        _ version: ID3v2Fixture.Version = .v24, _ fill: (inout ID3v2Fixture) -> Void
    ) throws -> Inspected {
        var song = SongFixture(seed: 1)
        var tag = ID3v2Fixture(version)
        fill(&tag)
        song.id3v2 = tag
        return try Inspected(song)
    }

    /// The song with other tags behind it.
    static func trailed(_ trailer: [UInt8]) throws -> InspectionReport {
        var song = SongFixture(seed: 1)
        song.trailer = trailer
        return try Inspected(song).report
    }
}
