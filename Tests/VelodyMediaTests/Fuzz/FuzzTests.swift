import Testing
import VelodyDomain
import VelodyTesting

/// Damaged files of every kind never crash an inspection, nor make it say what cannot be.
///
/// Bounded and the same in each run; `.ci/fuzz` searches on with libFuzzer.
struct FuzzTests {
    private static let mutants = 120

    /// PM8, PM9, PM10.
    @Test(arguments: Specimen.allCases)
    func `a damaged file gives a report that can be kept`(_ specimen: Specimen) throws {
        let bytes = specimen.bytes
        var mutator = Mutator(seed: specimen.seed)
        for number in 0..<Self.mutants {
            let mutant = mutator.mutated(bytes, with: Specimen.allCases[number % 8].bytes)
            let report = try Inspected(mutant).report
            #expect(isKeepable(report, of: mutant.count), "mutant \(number)")
        }
    }

    private func isKeepable(_ report: InspectionReport, of size: Int) -> Bool {
        if case .reject = report.verdict { return report.metadata == TrackMetadata() }
        let metadata = report.metadata
        let texts =
            metadata.artists + metadata.genres
            + [metadata.title, metadata.album, metadata.albumArtist].compactMap(\.self)
        return isHeard(report) && texts.allSatisfy { CleanText.clean($0) == $0 }
            && report.picture.map { $0.width > 0 && $0.size <= size } != false
    }

    /// What is kept aside may have no numbers.
    private func isHeard(_ report: InspectionReport) -> Bool {
        guard report.verdict == .accept else { return true }
        return report.properties.map {
            $0.durationMs > 0 && $0.channels > 0 && $0.sampleRateHz > 0
        } ?? false
    }
}
