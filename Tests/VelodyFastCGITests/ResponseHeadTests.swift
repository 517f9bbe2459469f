import Testing
import VelodyHTTP

@testable import VelodyFastCGI

/// The header section as the web server gets it.
@Suite struct ResponseHeadTests {
    private func head(_ response: Response) -> String {
        String(decoding: ResponseHead.bytes(of: response), as: UTF8.self)
    }

    @Test func `every answer with a body has its length, an empty one too`() {
        #expect(head(Response(.ok, body: [1, 2])).contains("\r\nContent-Length: 2\r\n"))
        #expect(head(Response(.ok)).contains("\r\nContent-Length: 0\r\n"))
    }

    @Test func `204, 304 and redirections to a file have none`() {
        #expect(!head(Response(.noContent)).contains("Content-Length"))
        #expect(!head(Response(.notModified)).contains("Content-Length"))
        var redirect = Response(.ok)
        redirect.fields.set("X-Accel-Redirect", "/_library/x")
        #expect(!head(redirect).contains("Content-Length"))
    }

    @Test func `the status has its reason, and the section ends with an empty line`() {
        let text = head(Response(Status(507)))
        #expect(text.hasPrefix("Status: 507 Insufficient Storage\r\n"))
        #expect(text.hasSuffix("\r\n\r\n"))
    }

    @Test func `a signal wakes once a raise, and closing ends waiting after the last one`() {
        let signal = Signal()
        signal.raise()
        signal.raise()
        signal.close()
        signal.raise()
        #expect(signal.wait())
        #expect(signal.wait())
        #expect(!signal.wait())
    }
}
