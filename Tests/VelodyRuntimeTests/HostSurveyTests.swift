import FoundationEssentials
import Testing
import VelodyDomain

@testable import VelodyRuntime

/// What is seen of the machine.
@Suite struct HostSurveyTests {
    @Test func `the sockets are those that nginx passes requests to`() {
        let site = """
            upstream velody_api { server unix:/run/velody/api.sock max_fails=0; }
            upstream velody_upload { server unix:/run/velody/upload.sock; }
            upstream other { server 127.0.0.1:80; }
            """
        #expect(
            HostSurvey.sockets(in: site) == ["/run/velody/api.sock", "/run/velody/upload.sock"])
    }

    @Test func `the sockets of our own site are seen, also with a space in their path`() throws {
        let path =
            #filePath.split(separator: "/").dropLast(3)
            .reduce("") { $0 + "/" + $1 } + "/nginx/velody.conf.template"
        let site = try String(contentsOfFile: path, encoding: .utf8)
            .replacing("@API_SOCKET@", with: "/run/my music/api.sock")
            .replacing("@UPLOAD_SOCKET@", with: "/run/velody/upload.sock")
        #expect(
            HostSurvey.sockets(in: site) == ["/run/my music/api.sock", "/run/velody/upload.sock"])
    }

    @Test func `a file's owner and mode are seen, and that there is none`() throws {
        let path = "/tmp/velody-survey-\(UUID().uuidString)"
        #expect(HostSurvey.access(path) == nil)
        try "secret".write(toFile: path, atomically: false, encoding: .utf8)
        defer { try? FileManager().removeItem(atPath: path) }
        #expect(Command("/nowhere/program").said() == nil)
        #expect(Command("chmod", ["2640", path]).said() == "")
        #expect(HostSurvey.access(path)?.octal == "2640")
    }

    @Test(
        arguments: [
            ("notAfter=1970-01-02 00:00:01Z\n", 86_401),
            ("notAfter=2026-11-30 10:45:39Z", 1_796_035_539),
        ])
    func `openssl's words for the end of a certificate are understood`(text: String, seconds: Int64)
    {
        #expect(Visit.end(text) == Timestamp(microseconds: seconds * 1_000_000))
    }

    @Test(arguments: ["", "unable to load certificate", "notAfter=soon"])
    func `other words are not`(text: String) {
        #expect(Visit.end(text) == nil)
    }

    @Test func `the version is read from the answer`() {
        #expect(Visit.version(in: #"{"status":"ok","version":"0.1.0"}"#) == "0.1.0")
        #expect(Visit.version(in: "<html>") == nil)
    }

    @Test(arguments: ["", "/", "/music", "/a/b/"])
    func `the server is asked without the path that only a web server before it knows`(
        path: String
    ) {
        let visit = Visit("https://home.example:8443" + path)
        #expect(visit.question == "https://home.example:8443/api/v1/health")
    }

    @Test func `where nobody answers, that is what is seen`() {
        let visit = Visit("https://localhost:1")
        #expect(visit.answer() == HostFacts.Answer(status: 0, version: nil))
        #expect(visit.certificateEnd() == nil)
    }
}
