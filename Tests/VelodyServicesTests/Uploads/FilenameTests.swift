import Testing
import VelodyServices

/// Names that clients give to files.
@Suite struct FilenameTests {
    @Test(arguments: [
        ("song.mp3", "song.mp3"), ("../../etc/passwd", "passwd"), ("C:\\music\\a.mp3", "a.mp3"),
        ("..", "unnamed"), ("/", "unnamed"), ("\u{0}\n", "unnamed"), ("a\r\nb", "ab"),
        ("e\u{301}", "\u{E9}"),
    ])
    func `only the last component is kept, cleaned`(given: String, kept: String) {
        #expect(Filename.clean(given).map { Array($0.utf8) } == Array(kept.utf8))
    }

    @Test func `a long name is cut at a character, a very long one refused`() {
        let long = Filename.clean(String(repeating: "é", count: 300))
        #expect(long?.utf8.count == 254)
        #expect(Filename.clean(String(repeating: "a", count: 4_096))?.utf8.count == 255)
        #expect(Filename.clean(String(repeating: "a", count: 4_097)) == nil)
        let marks = "e" + String(repeating: "\u{301}", count: 500)
        #expect(Filename.clean(marks) == "unnamed")
    }

    @Test(arguments: [("a.b.mp3", "a.b"), (".mp3", ".mp3"), ("plain", "plain")])
    func `the stem is the name without its extension`(name: String, stem: String) {
        #expect(Filename.stem(of: name) == stem)
    }
}
