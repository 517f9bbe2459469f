import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// What is the same name, and what a search finds.
@Suite(.serialized, .cluster) struct FoldingTests {
    private let library: ScratchLibrary

    private var store: PostgresCatalogStore { PostgresCatalogStore(library.session) }

    init() throws { library = try ScratchLibrary() }

    private static let same = [
        ("Dvořák", "dvorak"), ("Røyksopp", "ROYKSOPP"), ("Straße", "STRASSE"), ("Æon", "aeon"),
        ("Beyonce\u{301}", "Beyoncé"), ("Łódź", "lodz"), ("Việt Nam", "viet nam"),
        ("ΟΔΟΣ", "οδος"), ("Ελλάδα", "ελλαδα"), ("Ёлка", "елка"), ("ﾊﾟﾋﾟ", "パピ"),
        ("Ｑｕｅｅｎ", "queen"), ("İstanbul", "istanbul"), ("ﬁre", "fire"), ("a \u{A0} b", "A b"),
        ("أغنية", "اغنيه"), ("إلى", "الي"), ("مُحَمَّد", "محمد"), ("مــحمد", "محمد"), ("ي", "ی"),
        ("Don’t", "don't"), ("שָׁלוֹם", "שלום"), ("בְּרֵאשִׁ֖ית", "בראשית"),
        // Joiners, signs of direction, and what else is not seen.
        ("محمد\u{200F}", "محمد"), ("\u{200E}abba\u{200E}", "Abba"), ("می\u{200C}خواهم", "میخواهم"),
        ("لا\u{200D}", "لا"), ("\u{FEFF}Queen", "queen"), ("Sym\u{AD}phony", "symphony"),
        ("\u{202B}فيروز\u{202C}", "فيروز"), ("\u{2068}فيروز\u{2069}\u{61C}", "فيروز"),
        ("I \u{2764}\u{FE0F} NY", "i \u{2764} ny"), ("zero\u{200B}\u{2060}width", "zerowidth"),
        // Quranic marks, heh with yeh, digits.
        ("ٱلرَّحۡمَـٰنِ", "الرحمن"), ("محمدؐ", "محمد"), ("خانۀ", "خانه"), ("أغنية ١٢", "اغنيه 12"),
        ("۱۳۹۹", "1399"), ("٠١٢٣٤٥٦٧٨٩", "0123456789"), ("۰۱۲۳۴۵۶۷۸۹", "0123456789"),
    ]
    private static let nearlyNothing = [
        "\u{301}", "ـ", "'", "", "…", "½", "\u{200F}", "\u{200C} \u{200D}", "\u{AD}",
    ]
    private static let different = [("йод", "иод"), ("ハ", "パ"), ("a", "b"), ("日本", "日木")]

    /// Which of the texts or pairs a condition on `a` and `b` does not hold for.
    private func exceptions(
        to condition: String, among pairs: [(String, String)]
    ) throws -> String {
        let quoted = pairs.map { pair in
            "('\(pair.0.replacing("'", with: "''"))', '\(pair.1.replacing("'", with: "''"))')"
        }
        return try library.sql(
            """
            SELECT a, b FROM (VALUES \(quoted.joined(separator: ","))) AS pair (a, b)
            WHERE (\(condition)) IS NOT TRUE
            """)
    }

    /// PD5, PM13.
    @Test func `case, accents, width and letter forms make no difference, letters do`() throws {
        #expect(try exceptions(to: "fold(a) = fold(b)", among: Self.same) == "")
        #expect(try exceptions(to: "fold(a) <> fold(b)", among: Self.different) == "")
    }

    @Test func `folding twice changes nothing, and nothing is folded to nothing`() throws {
        let pairs = Self.same + Self.nearlyNothing.map { ($0, $0) }
        for text in ["a", "b"] {
            let folded = "fold(\(text))"
            #expect(try exceptions(to: "fold(\(folded)) = \(folded)", among: pairs) == "")
            #expect(
                try exceptions(to: "(\(folded) = '') = (\(text) = '')", among: pairs) == "")
        }
    }

    /// Title and artist; what finds it; what does not.
    private static let songs: [(title: String, artist: String, by: [String], notBy: [String])] = [
        ("Largo", "Antonín Dvořák", ["dvorak", "DVOŘÁK", "largo dvor", "an", "d", "vor"], ["ak"]),
        ("What Else Is There?", "Röyksopp", ["royksopp", "there?", "röyk", "is th"], ["ksoppx"]),
        ("Die Straße", "Grønemeyer", ["strasse", "straße", "gronemeyer", "ass"], []),
        ("Don't Stop", "Queen", ["dont", "don't", "don’t stop", "stop queen", "qu st"], ["topq"]),
        ("夜に駆ける", "YOASOBI", ["夜", "駆け", "に駆ける", "夜に", "yoa", "駆け yo"], ["駆", "夜駆"]),
        ("사랑했지만", "김광석", ["사랑", "했지", "광석", "지만 김광"], ["석김"]),
        ("ﾊﾟﾋﾟﾌﾟ", "Ｑ", ["パピ", "ピプ", "q"], []),
        ("حبيبي يا نور العين", "عمرو دياب", ["حبيبى", "نُور", "دياب", "عمر", "العين دي"], ["نوور"]),
        (
            "Музыка нас связала", "Мираж", ["музыка", "МУЗЫКА", "связ", "му", "ира", "мираж нас"],
            ["ис"]
        ),
        (
            "100% Pure_Love \\", "AC/DC", ["100%", "%", "pure_", "\\", "ac/dc", "dc", "re_l", "_"],
            ["p%e", "__"]
        ),
        ("!!!", "Chk (live)", ["!!!", "!", "live", "(live", "chk !!!"], ["!!!!", "i"]),
        ("نمی\u{200C}خواهم ۱۲", "گوگوش\u{200F}", ["میخواهم", "خواهم 12", "١٢", "گوگوش"], ["13"]),
        ("'Til", "O'Brien", ["til", "'til", "obrien", "o'brien"], ["till"]),
    ]

    /// PD5.
    @Test func `a search finds in any script, and only what holds every word`() throws {
        for song in Self.songs {
            try library.addTrack(
                title: "$$\(song.title)$$", artist: "$$\(song.artist)$$",
                artists: "ARRAY[$$\(song.artist)$$]")
        }
        for song in Self.songs {
            for (searches, isFound) in [(song.by, true), (song.notBy, false)] {
                for search in searches {
                    var query = TrackQuery()
                    query.search = search
                    let found = try library.walk(query, limit: 50).titles
                    #expect(found.contains(song.title) == isFound, "\(search): \(found)")
                }
            }
        }
    }

    @Test func `a search of very many words is no error, and one of none finds nothing`() throws {
        try library.addTrack(title: "'a bee cee'", artist: "'dee'")
        var query = TrackQuery()
        query.search = Array(repeating: "bee cee a", count: 110).joined(separator: " ")
        #expect(try library.walk(query, limit: 5).ids.count == 1)
        query.search = (0..<300).map { "w\($0)" }.joined(separator: " ")
        #expect(try library.walk(query, limit: 5).ids.isEmpty)
        for nothing in ["'’ʼ", "\u{200C}", "\u{200F}'", "ـ"] {
            query.search = nothing
            #expect(try library.walk(query, limit: 5).ids.isEmpty, "\(nothing)")
            #expect(try store.artists(search: nothing, after: nil, limit: 5).items.isEmpty)
        }
    }

    @Test func `names of a thousand letters that no index could hold are kept`() throws {
        for name in ["𠀀", "日", "ﷺ"] {
            try library.addTrack(
                title: "repeat('\(name)', 1000)", artist: "repeat('\(name)', 1000)",
                artists: "ARRAY[repeat('\(name)', 1000)]", album: "repeat('\(name)', 999)",
                genre: "repeat('\(name)', 998)")
        }
        for sort in TrackQuery.Sort.allCases {
            var query = TrackQuery()
            query.sort = sort
            #expect(try library.walk(query, limit: 1).ids.count == 3)
        }
        #expect(
            try store.albums(search: nil, after: nil, limit: 9)
                .items.map { $0.name.unicodeScalars.count } == [999, 999, 999])
    }
}
