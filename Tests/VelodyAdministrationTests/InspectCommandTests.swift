import Testing
import VelodyAdministration
import VelodyDomain
import VelodyTesting

/// `velody-admin inspect`.
@Suite struct InspectCommandTests {
    private let office = Office()

    private func answer(_ verdict: InspectionReport.Verdict, type: String = "audio/mpeg") {
        var report = InspectionReport.song
        report.verdict = verdict
        report.detectedType = type
        report.warnings = ["leading-junk"]
        report.metadata.title = "One"
        report.metadata.artists = ["A", "B"]
        report.picture = InspectionReport.Picture(type: .png, width: 2, height: 3, size: 4)
        office.inspector.answer(.success(report))
    }

    @Test func `a file that would be taken is 0, with all that is found in it`() {
        answer(.accept)
        #expect(office.run("inspect", "a.mp3", "--encoding", "gbk") == .fine)
        #expect(office.inspector.encoding == .gbk)
        let parts = [
            #"{"type":"inspection","file":"a.mp3","verdict":"accept","reason":null,"#,
            #""refusedAs":null,"detectedType":"audio/mpeg","warnings":["leading-junk"],"#,
            #""audio":{"durationMs":5000,"bitRateKbps":128,"sampleRateHz":44100,"channels":2,"#,
            #""encoderDelay":null,"encoderPadding":null},"metadata":{"title":"One","artist":null,"#,
            #""artists":["A","B"],"album":null,"albumArtist":null,"genre":null,"genres":[],"#,
            #""discNumber":null,"discTotal":null,"trackNumber":null,"trackTotal":null,"#,
            #""year":null},"picture":{"type":"image/png","width":2,"height":3,"sizeBytes":4}}"#,
        ]
        #expect(office.output == parts.joined() + "\n")
    }

    @Test func `one that would be refused is 1, and says why`() {
        answer(.quarantine(reason: "free-format"))
        #expect(office.run("inspect", "a.mp3") == .wrong)
        #expect(office.output.contains(#""verdict":"quarantine","reason":"free-format""#))
        #expect(office.output.contains(#""refusedAs":"unsupported-audio""#))
        answer(.accept, type: "audio/flac")
        #expect(office.run("inspect", "a.flac") == .wrong)
        #expect(office.output.contains(#""verdict":"accept","reason":"type-not-allowed""#))
        office.isTerminal = true
        answer(.reject(reason: "no-audio"))
        #expect(office.run("inspect", "a.mp3") == .wrong)
        #expect(office.output.contains("would be: The file holds too little whole audio"))
    }

    @Test func `one that is not there is 1, a worker that is lost 75`() {
        #expect(office.run("inspect", "missing") == .wrong)
        office.inspector.answer(.failure(InspectionError(.unavailable, "no program")))
        #expect(office.run("inspect", "a.mp3") == .tryLater)
    }

    @Test func `what it does not understand is 2`() {
        #expect(office.run("inspect") == .usage)
        #expect(office.run("inspect", "a", "--encoding", "ebcdic") == .usage)
        #expect(office.complaints.contains("windows-1251"))
    }
}
