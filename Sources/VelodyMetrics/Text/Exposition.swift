/// A page of metrics in Prometheus's text format, version 0.0.4.
///
/// Names and helps are constants of the program; only values of labels may come from elsewhere.
package struct Exposition {
    /// The page's media type.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// One series' labels, in the order in which they are written.
    package typealias Labels = [(name: StaticString, value: String)]

    /// What a metric is.
    private enum Kind: String { case counter, gauge, histogram }

    /// What was written so far; each line ends with a line feed.
    package private(set) var text = ""

    package init() {}

    /// Writes a counter; its name ends in `_total`.
    package mutating func counter(_ name: StaticString, _ help: StaticString, _ value: Double) {
        begin(name, .counter, help)
        sample(name, "", [], value)
    }

    /// Writes a counter; its name ends in `_total`.
    package mutating func counter(_ name: StaticString, _ help: StaticString, _ value: UInt64) {
        begin(name, .counter, help)
        sample(name, "", [], String(value))
    }

    /// Writes counters of one name; without a member, only what they are.
    package mutating func counters(
        _ name: StaticString, _ help: StaticString, _ family: Family<Counter>
    ) {
        begin(name, .counter, help)
        for (values, metric) in family.members {
            sample(name, "", Self.labels(family.labels, values), String(metric.value))
        }
    }

    /// Writes a gauge; nothing where its value is not known.
    package mutating func gauge(_ name: StaticString, _ help: StaticString, _ value: Double?) {
        guard let value else { return }
        gauges(name, help, [([], value)])
    }

    /// Writes a gauge; nothing where its value is not known.
    package mutating func gauge(_ name: StaticString, _ help: StaticString, _ value: Int64?) {
        gauge(name, help, value.map { Double($0) })
    }

    /// Writes gauges of one name; nothing where there is none.
    package mutating func gauges(
        _ name: StaticString, _ help: StaticString, _ values: [(labels: Labels, value: Double)]
    ) {
        guard !values.isEmpty else { return }
        begin(name, .gauge, help)
        for (labels, value) in values { sample(name, "", labels, value) }
    }

    /// Writes one histogram.
    package mutating func histogram(
        _ name: StaticString, _ help: StaticString, _ histogram: Histogram
    ) {
        begin(name, .histogram, help)
        write(histogram, name, [])
    }

    /// Writes histograms of one name; without a member, only what they are.
    package mutating func histograms(
        _ name: StaticString, _ help: StaticString, _ family: Family<Histogram>
    ) {
        begin(name, .histogram, help)
        for (values, metric) in family.members {
            write(metric, name, Self.labels(family.labels, values))
        }
    }

    private mutating func write(_ histogram: Histogram, _ name: StaticString, _ labels: Labels) {
        let reading = histogram.reading
        for (bound, count) in zip(histogram.bounds, reading.cumulative) {
            let all = labels + [("le", PrometheusText.number(bound))]
            sample(name, "_bucket", all, String(count))
        }
        sample(name, "_bucket", labels + [("le", "+Inf")], String(reading.count))
        sample(name, "_sum", labels, reading.sum)
        sample(name, "_count", labels, String(reading.count))
    }

    private static func labels(_ names: [StaticString], _ values: [String]) -> Labels {
        zip(names, values).map { (name: $0, value: $1) }
    }

    private mutating func begin(_ name: StaticString, _ kind: Kind, _ help: StaticString) {
        text += "# HELP \(name) \(PrometheusText.help(help.description))\n"
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func sample(
        _ name: StaticString, _ suffix: String, _ labels: Labels, _ value: Double
    ) {
        sample(name, suffix, labels, PrometheusText.number(value))
    }

    private mutating func sample(
        _ name: StaticString, _ suffix: String, _ labels: Labels, _ value: String
    ) {
        text += name.description + suffix
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(PrometheusText.label($0.value))\"" }
            text += "{" + pairs.joined(separator: ",") + "}"
        }
        text += " " + value + "\n"
    }
}
