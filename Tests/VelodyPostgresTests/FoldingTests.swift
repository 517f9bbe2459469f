import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// What is the same name, and what a search finds.
@Suite(.serialized, .cluster) struct FoldingTests {
    private let library: ScratchLibrary

    init() throws { library = try ScratchLibrary() }

    private static let same = [
        ("Dvořák", "dvorak"), ("Røyksopp", "ROYKSOPP"), ("Straße", "STRASSE"), ("Æon", "aeon"),
        ("Beyonce\u{301}", "Beyoncé"), ("Łódź", "lodz"), ("Việt Nam", "viet nam"),
        ("ΟΔΟΣ", "οδος"), ("Ελλάδα", "ελλαδα"), ("Ёлка", "елка"), ("ﾊﾟﾋﾟ", "パピ"),
        ("Ｑｕｅｅｎ", "queen"), ("İstanbul", "istanbul"), ("ﬁre", "fire"), ("a \u{A0} b", "A b"),
        ("أغنية", "اغنيه"), ("إلى", "الي"), ("مُحَمَّد", "محمد"), ("مــحمد", "محمد"), ("ي", "ی"),
        ("Don’t", "don't"), ("שָׁלוֹם", "שלום"),
    ]
    private static let different = [("йод", "иод"), ("ハ", "パ"), ("a", "b"), ("日本", "日木")]

    /// PD5, PM13.
    @Test func `case, accents, width and letter forms make no difference, letters do`() throws {
        for (left, right) in Self.same {
            let left = left.replacing("'", with: "''")
            let right = right.replacing("'", with: "''")
            #expect(
                try library.sql("SELECT fold('\(left)') = fold('\(right)')") == "t\n",
                "\(left) \(right)")
        }
        for (left, right) in Self.different {
            #expect(
                try library.sql("SELECT fold('\(left)') = fold('\(right)')") == "f\n",
                "\(left) \(right)")
        }
    }

    @Test func `folding twice changes nothing, and nothing is folded to nothing`() throws {
        for text in Self.same.flatMap({ [$0.0, $0.1] }) + ["\u{301}", "ـ", "'", "", "…", "½"] {
            let quoted = text.replacing("'", with: "''")
            #expect(
                try library.sql(
                    """
                    SELECT fold(fold('\(quoted)')) = fold('\(quoted)'),
                           (fold('\(quoted)') = '') = ('\(quoted)' = '')
                    """) == "t|t\n", "\(text)")
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

    @Test func `a search of very many words, or of none, is no error`() throws {
        try library.addTrack(title: "'a bee cee'")
        var query = TrackQuery()
        query.search = Array(repeating: "bee cee a", count: 110).joined(separator: " ")
        #expect(try library.walk(query, limit: 5).ids.count == 1)
        query.search = (0..<300).map { "w\($0)" }.joined(separator: " ")
        #expect(try library.walk(query, limit: 5).ids.isEmpty)
        query.search = "'’ʼ"
        #expect(try library.walk(query, limit: 5).ids.count == 1)
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
            try PostgresCatalogStore(library.session).albums(search: nil, after: nil, limit: 9)
                .items.map { $0.name.unicodeScalars.count } == [999, 999, 999])
    }
}
