import Testing
import VelodyMetrics
import VelodyTesting

/// Metrics in Prometheus's words.
struct ExpositionTests {
    private func page(_ write: (inout Exposition) -> Void) -> String {
        var page = Exposition()
        write(&page)
        return page.text
    }

    @Test func `a counter has a help, a type and a value`() {
        let text = page { $0.counter("a_total", "Things.", UInt64.max) }
        #expect(
            text == """
                # HELP a_total Things.
                # TYPE a_total counter
                a_total 18446744073709551615

                """)
    }

    @Test func `labels stand in their order, series in that of their values`() throws {
        let family = Family(labels: ["b", "a"], limit: 10) { Counter() }
        family["2", "x"].add(3)
        family["1", "x"].add()
        let text = page { $0.counters("a_total", "Things.", family) }
        #expect(text.hasSuffix("a_total{b=\"1\",a=\"x\"} 1\na_total{b=\"2\",a=\"x\"} 3\n"))
        #expect(try Scrape(text).value("a_total", ["a": "x", "b": "2"]) == 3)
    }

    @Test(arguments: [
        #"plain"#, #"back\slash"#, #"quo"te"#, "line\nfeed", #"\n"#, "é 音 🎵", "a,b}=", "",
        "\r\n", "e\u{301}\"\u{301}",
    ])
    func `whatever a label's value holds comes back as it was`(value: String) throws {
        let family = Family(labels: ["name"], limit: 10) { Counter() }
        family[value].add(7)
        let scrape = try Scrape(page { $0.counters("a_total", "Things.", family) })
        let sample = try #require(scrape.metrics["a_total"]?.samples.first)
        #expect(Array((sample.labels["name"] ?? "?").utf8) == Array(value.utf8))
    }

    @Test func `a help's backslashes and line feeds are escaped, quotes are not`() throws {
        let text = page { $0.gauge("a", "One \\ two\n\"three\"", Int64(1)) }
        #expect(text.hasPrefix(#"# HELP a One \\ two\n"three""# + "\n"))
        #expect(try Scrape(text).metrics["a"]?.help == "One \\ two\n\"three\"")
    }

    @Test(arguments: [
        (0, "0"), (-3, "-3"), (0.25, "0.25"), (1e-7, "1e-07"), (1e300, "1e+300"),
        (1_764_500_000.125, "1764500000.125"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
        (.nan, "NaN"), (9_007_199_254_740_992, "9007199254740992"),
    ])
    func `numbers are written as they are read`(value: Double, text: String) throws {
        let page = page { $0.gauge("a", "A.", value) }
        #expect(page.hasSuffix("\na \(text)\n"))
        let read = try #require(try Scrape(page).value("a"))
        #expect(read == value || (read.isNaN && value.isNaN))
    }

    @Test func `what is not known is not written`() {
        #expect(page { $0.gauge("a", "A.", nil as Double?) } == "")
        #expect(page { $0.gauges("a", "A.", []) } == "")
    }

    @Test func `a histogram's buckets are cumulative and end at infinity`() throws {
        let family = Family(labels: ["route"], limit: 10) { Histogram(bounds: [0.1, 1]) }
        for value in [0.05, 0.1, 0.5, 20] { family["/a"].observe(value) }
        let text = page { $0.histograms("a_seconds", "Time.", family) }
        #expect(
            text == """
                # HELP a_seconds Time.
                # TYPE a_seconds histogram
                a_seconds_bucket{route="/a",le="0.1"} 2
                a_seconds_bucket{route="/a",le="1"} 3
                a_seconds_bucket{route="/a",le="+Inf"} 4
                a_seconds_sum{route="/a"} 20.65
                a_seconds_count{route="/a"} 4

                """)
        _ = try Scrape(text)
    }

    @Test(arguments: [
        "a 1\n", "# HELP a A.\na 1\n", "# HELP a A.\n# TYPE a gauge\nb 1\n",
        "# HELP a A.\n# TYPE a gauge\na 1", "# HELP a A.\n# TYPE a counter\na 1\n",
        "# HELP a A.\n# TYPE a gauge\na 1\na 2\n", "# HELP a A.\n# TYPE a gauge\na{x=\"\\t\"} 1\n",
        "# HELP a A.\n# TYPE a gauge\na{x=1} 1\n", "# HELP a A.\n# TYPE a gauge\na inf\n",
        "# HELP a A.\n# TYPE a histogram\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 2\n",
    ])
    func `the tests' own reader refuses what is wrong`(text: String) {
        #expect(throws: Scrape.Malformed.self) { try Scrape(text) }
    }
}
