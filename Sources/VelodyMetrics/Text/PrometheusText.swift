/// How the text format writes numbers and texts.
enum PrometheusText {
    /// A number as Go's ParseFloat reads it; whole ones without a point.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let whole = Int64(exactly: value) { return String(whole) }
        return String(value)
    }

    /// In a help, a backslash and a line feed are escaped.
    static func help(_ text: String) -> String { escaped(text, quotes: false) }

    /// In a label's value, a quotation mark is as well.
    static func label(_ text: String) -> String { escaped(text, quotes: true) }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
