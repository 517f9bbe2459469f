/// What the server sent back: the standard output of one request.
struct FastCGIAnswer {
    private(set) var output: [UInt8] = []
    /// Whether the request was ended by its record, rather than by the connection's end.
    private(set) var isEnded = false

    init(records: [UInt8]) {
        var rest = records[...]
        while rest.count >= 8 {
            let header = Array(rest.prefix(8))
            let count = Int(header[4]) << 8 | Int(header[5])
            let content = rest.dropFirst(8).prefix(count)
            if header[1] == 6 { output += content }
            if header[1] == 3 { isEnded = true }
            rest = rest.dropFirst(8 + count + Int(header[6]))
        }
    }

    var head: [String] { HTTPText.head(output) }
    var body: [UInt8] { HTTPText.body(output) }
    var status: String? { self["Status"] }

    subscript(_ name: String) -> String? { HTTPText.value(of: name, in: head) }
}
