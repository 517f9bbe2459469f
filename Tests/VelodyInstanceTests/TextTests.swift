import Testing

@testable import VelodyInstance

struct TextTests {
    @Test(arguments: [
        ("listen @PORT@ ssl;", "listen 8443 ssl;"), ("@PORT@", "8443"), ("@A@PORT@", "@A8443"),
        ("@OTHER@ and @PORT@", "@OTHER@ and 8443"), ("no hole", "no hole"), ("a@b", "a@b"),
        ("@PORT@@PORT@", "84438443"), ("", ""),
    ])
    func `a template fills the holes it has a value for`(text: String, filled: String) {
        #expect(Template.fill(text, with: ["PORT": "8443"]) == filled)
    }

    @Test(arguments: [
        ("plain/path-1.mp3", "plain/path-1.mp3"), ("two words", "'two words'"),
        ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("a?b", "'a?b'"), ("", "''"),
    ])
    func `a shell reads a quoted word as it was`(text: String, quoted: String) {
        #expect(ShellWord.quote(text) == quoted)
        #expect(ShellWord.unquote(quoted) == text)
    }

    @Test func `an assignment is quoted only where a shell needs it`() {
        #expect(ShellWord.assignment("A", "x://u:p@/d?h=/s") == "A=x://u:p@/d?h=/s\n")
        #expect(ShellWord.assignment("A", "two words") == "A='two words'\n")
    }
}
