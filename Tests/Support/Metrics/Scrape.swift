/// A page of metrics, read as strictly as the format is written (version 0.0.4).
package struct Scrape: Equatable, Sendable {
    /// Why a page is none.
    package struct Malformed: Error, CustomStringConvertible {
        package let description: String
    }

    /// One line's series and value.
    package struct Sample: Equatable, Sendable {
        package let name: String
        package let labels: [String: String]
        package let value: Double
    }

    /// A name's type, help and lines.
    package struct Metric: Equatable, Sendable {
        package let kind: String
        package let help: String
        package var samples: [Sample] = []
    }

    /// By name.
    package private(set) var metrics: [String: Metric] = [:]

    /// The value of one series; nil where it is not there.
    package func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        metrics.values.lazy.flatMap(\.samples)
            .first { $0.name == name && $0.labels == labels }?.value
    }

    /// All series, as `name{label=value,…}`.
    package var series: Set<String> {
        Set(
            metrics.values.flatMap(\.samples).map { sample in
                let labels = sample.labels.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
                return sample.name + "{" + labels.joined(separator: ",") + "}"
            })
    }

    /// Reads a page; throws ``Malformed`` at the first thing that is not as it should be.
    package init(_ text: String) throws {
        guard text.isEmpty || text.hasSuffix("\n") else {
            throw Malformed(description: "the last line does not end")
        }
        var current: (name: String, help: String)?
        var open: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if let help = line.wholeMatch(
                of: Self.exactly(#/# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/#))
            {
                current = (String(help.1), try Self.unescaped(help.2, quotes: false))
                open = nil
            } else if let type = line.wholeMatch(of: #/# TYPE (\S+) (counter|gauge|histogram)/#) {
                open = try begin(String(type.1), kind: String(type.2), current)
                current = nil
            } else {
                try take(line, of: open)
            }
        }
        for metric in metrics { try Self.check(metric.key, metric.value) }
    }

    private mutating func begin(
        _ name: String, kind: String, _ current: (name: String, help: String)?
    ) throws -> String {
        guard let current, current.name == name, metrics[name] == nil else {
            throw Malformed(description: "\(name) has no help, or is there twice")
        }
        metrics[name] = Metric(kind: kind, help: current.help)
        return name
    }

    private mutating func take(_ line: Substring, of name: String?) throws {
        let pattern = Self.exactly(#/([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.+)\})? (\S+)/#)
        guard let name, let match = line.wholeMatch(of: pattern) else {
            throw Malformed(description: "no sample, or one without a type: \(line)")
        }
        let sample = Sample(
            name: String(match.1), labels: try Self.labels(match.2 ?? ""),
            value: try Self.number(match.3))
        let suffixes = metrics[name]?.kind == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard suffixes.contains(where: { sample.name == name + $0 }) else {
            throw Malformed(description: "\(sample.name) stands below \(name)")
        }
        let isKnown = metrics[name]?.samples.contains {
            $0.name == sample.name && $0.labels == sample.labels
        }
        guard isKnown == false else { throw Malformed(description: "twice: \(line)") }
        metrics[name]?.samples.append(sample)
    }

    private static func labels(_ text: Substring) throws -> [String: String] {
        var result: [String: String] = [:]
        var rest = text
        while !rest.isEmpty {
            let pattern = exactly(#/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(,|$)/#)
            guard let match = rest.prefixMatch(of: pattern), result[String(match.1)] == nil else {
                throw Malformed(description: "labels: \(text)")
            }
            result[String(match.1)] = try unescaped(match.2, quotes: true)
            rest = rest[match.range.upperBound...]
        }
        return result
    }

    /// By scalars: a combining mark must not swallow a quotation mark, and only a line feed ends a
    /// line.
    private static func exactly<Output>(_ regex: Regex<Output>) -> Regex<Output> {
        regex.matchingSemantics(.unicodeScalar).dotMatchesNewlines()
    }

    private static func unescaped(_ text: Substring, quotes: Bool) throws -> String {
        var result = ""
        var isEscaped = false
        for character in text.unicodeScalars {
            if isEscaped {
                let allowed: [Unicode.Scalar: String] =
                    quotes ? ["\\": "\\", "n": "\n", "\"": "\""] : ["\\": "\\", "n": "\n"]
                guard let meant = allowed[character] else {
                    throw Malformed(description: "escape: \(text)")
                }
                result += meant
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.unicodeScalars.append(character)
            }
        }
        return result
    }

    private static func number(_ text: Substring) throws -> Double {
        switch text {
        case "+Inf": return .infinity
        case "-Inf": return -.infinity
        case "NaN": return .nan
        default:
            guard text.wholeMatch(of: #/[+-]?\d+(\.\d+)?(e[+-]?\d+)?/#) != nil,
                let value = Double(text)
            else { throw Malformed(description: "number: \(text)") }
            return value
        }
    }
}
