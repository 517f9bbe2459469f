import Testing
import VelodyHTTP

@testable import VelodyAPI

/// Whatever is wrong with a body is named at once, and in the order of its members.
@Suite struct BodyDecodingTests {
    private func pointers<Body: Decodable, Meaning>(
        _ json: String, _ type: Body.Type, _ read: (Body) throws -> Meaning
    ) throws -> [String] {
        do {
            _ = try read(JSONBody.decode(type, from: Array(json.utf8)))
            return []
        } catch RequestError.invalid(let violations) {
            return violations.map { violation in
                guard case .pointer(let pointer) = violation.place else { return "no pointer" }
                return pointer + " " + violation.detail
            }
        }
    }

    @Test func `a registration without anything names all that is missing`() throws {
        let found = try pointers("{}", RegistrationBody.self) { try $0.registration() }
        #expect(
            found == ["/platform is missing", "/deviceName is missing", "/appVersion is missing"])
    }

    @Test func `a registration names all that is wrong, whatever is wrong with it`() throws {
        let body = #"{"platform":"atari","deviceName":7,"appVersion":" ","installationId":"x"}"#
        let found = try pointers(body, RegistrationBody.self) { try $0.registration() }
        #expect(found.count == 4)
        #expect(found[0].hasPrefix("/platform must be one of macos, ios, "))
        #expect(
            found[1...] == [
                "/deviceName has a wrong type", "/appVersion must not be empty",
                "/installationId must be a UUID",
            ])
    }

    @Test func `an announcement names all that is wrong, also within its metadata`() throws {
        let body =
            #"{"sha256":null,"sizeBytes":"9","mimeType":1,"existingTrackId":2,"#
            + #""metadata":{"title":[],"artist":"A","discNumber":0,"trackNumber":1.5,"year":{}}}"#
        let found = try pointers(body, AnnouncementBody.self) { try $0.announcement() }
        #expect(
            found == [
                "/sha256 must not be null", "/sizeBytes has a wrong type", "/filename is missing",
                "/mimeType has a wrong type", "/metadata/title has a wrong type",
                "/metadata/discNumber must be from 1 to 9999",
                "/metadata/trackNumber has a wrong type", "/metadata/year has a wrong type",
                "/existingTrackId has a wrong type",
            ])
    }

    @Test func `a completion names all that is wrong`() throws {
        let body = #"{"metadata":"title","existingTrackId":"x"}"#
        let found = try pointers(body, CompletionBody.self) { try $0.completion() }
        #expect(found == ["/metadata has a wrong type", "/existingTrackId must be a UUID"])
    }

    @Test func `an edit names all that is wrong, types and values`() throws {
        let body = #"{"title":1,"album":{},"year":"1999","discTotal":0,"id":"x"}"#
        let found = try pointers(body, EditBody.self) { try $0.edits() }
        #expect(
            found == [
                "/id cannot be edited", "/title has a wrong type", "/album has a wrong type",
                "/discTotal must be from 1 to 9999", "/year has a wrong type",
            ])
    }

    @Test func `a wish to reread names all that is wrong`() throws {
        let found = try pointers(#"{"encoding":"x","dropEdits":"yes"}"#, RereadBody.self) {
            try $0.wish()
        }
        #expect(found.count == 2)
        #expect(found.first?.hasPrefix("/encoding must be one of ") == true)
        #expect(found.last == "/dropEdits has a wrong type")
    }

    @Test func `what may be absent may be null, and an empty body says nothing`() throws {
        let heartbeat = try JSONBody.decode(HeartbeatBody.self, from: [], allowsEmpty: true)
        #expect(try heartbeat.cleanedVersion() == nil)
        let nothing = try pointers(#"{"appVersion":null}"#, HeartbeatBody.self) {
            try $0.cleanedVersion()
        }
        let empty = try pointers(#"{"appVersion":""}"#, HeartbeatBody.self) {
            try $0.cleanedVersion()
        }
        #expect(nothing == [])
        #expect(empty == ["/appVersion must not be empty"])
        let nulls = #"{"metadata":null,"existingTrackId":null}"#
        #expect(try pointers(nulls, CompletionBody.self) { try $0.completion() } == [])
    }
}
