import Testing
import VelodyHTTP

/// Reading and writing JSON, and query parameters.
@Suite struct JSONTests {
    private struct Body: Decodable {
        struct Inner: Decodable { let number: Member<WholeNumber> }
        let name: Member<String>
        let inner: Member<Inner>
    }

    private func failure(_ text: String) -> RequestError? {
        do {
            _ = try JSONBody.decode(Body.self, from: Array(text.utf8))
            return nil
        } catch { return error }
    }

    @Test func `what is written is escaped and separated`() {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("a", "\"\\\u{1}é\u{2028}")
            writer.member("b", nil as Int?)
            writer.member("c", ["x", "y"])
            writer.name("d")
            writer.array([1, 2]) { writer, value in writer.object { $0.member("v", value) } }
        }
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(
            text == #"{"a":"\"\\\u0001é"# + "\u{2028}"
                + #"","b":null,"c":["x","y"],"d":[{"v":1},{"v":2}]}"#)
    }

    @Test func `every value fits into the room that is made for it`() {
        let escapes = [UInt8](repeating: 0x1F, count: 50)
        for value in [Int64.min, -1, 0, .max] {
            var bytes: [UInt8] = []
            bytes.append(addingCapacity: JSONText.longestInteger) {
                JSONText.integer(value, to: &$0)
            }
            #expect(String(decoding: bytes, as: UTF8.self) == "\(value)")
        }
        var text: [UInt8] = []
        text.append(addingCapacity: JSONText.longest(of: escapes.span)) {
            JSONText.string(escapes.span, to: &$0)
        }
        #expect(text.count == JSONText.longest(of: escapes.span))
    }

    @Test func `unknown members are ignored`() {
        #expect(failure(#"{"name":"a","other":[1,{"x":null}]}"#) == nil)
    }

    /// What became of `name`, of `inner` and of its `number`.
    private func kinds(_ text: String) throws -> [String] {
        func kind<Value>(_ member: Member<Value>) -> String {
            switch member {
            case .absent: "absent"
            case .null: "null"
            case .mistyped: "mistyped"
            case .value(let value as WholeNumber): "\(value.value)"
            case .value(let value as String): value
            case .value: "object"
            }
        }
        let body = try JSONBody.decode(Body.self, from: Array(text.utf8))
        let outer = [kind(body.name), kind(body.inner)]
        guard case .value(let inner) = body.inner else { return outer }
        return outer + [kind(inner.number)]
    }

    @Test(arguments: [
        (#"{}"#, "absent absent"), (#"{"name":null,"inner":null}"#, "null null"),
        (#"{"name":1,"inner":[]}"#, "mistyped mistyped"), (#"{"inner":"x"}"#, "absent mistyped"),
        (#"{"name":{},"inner":{"number":null}}"#, "mistyped object null"),
        (#"{"name":["a"],"inner":{}}"#, "mistyped object absent"),
        (#"{"name":true,"inner":{"number":"1"}}"#, "mistyped object mistyped"),
        (#"{"name":"a","inner":{"number":-7}}"#, "a object -7"),
        (#"{"name":"a","inner":{"number":1.5}}"#, "a object mistyped"),
        (#"{"name":"a","inner":{"number":9223372036854775808}}"#, "a object mistyped"),
    ])
    func `no member that is wrong hides another`(text: String, found: String) throws {
        #expect(try kinds(text).joined(separator: " ") == found)
    }

    @Test(arguments: [
        "", "[]", "null", "{", "nonsense", #"{"name":"a"} x"#, #"{"name":"a",}"#,
        #"{"name":"a","inner":{"number":1 , }}"#, #"{"name":"a","x":[1,]}"#,
        #"{"name":"a","x":[,1]}"#, #"{"name":"a","x":[1,,2]}"#, #"{,"name":"a"}"#,
        #"{"name":'a'}"#, #"{name:"a"}"#, #"{"name":"a"/**/}"#,
        #"{"name":"a","x":+1}"#, #"{"name":"a","x":.5}"#, #"{"name":"a","x":NaN}"#,
        #"{"name":"a","x":0x1}"#, #"{"name" "a"}"#, #"{"name":"a" "x":1}"#, #"{"name":"\x"}"#,
        "{\"name\":\"a\nb\"}", #"{"name":"\ud800"}"#,
        "\u{FEFF}{\"name\":\"a\"}",
    ])
    func `what is no object is malformed`(text: String) {
        guard case .malformedJSON = failure(text) else {
            Issue.record("\(String(describing: failure(text)))")
            return
        }
    }

    @Test func `what would be a mistake outside of text is none within it`() throws {
        let text = #"{"name":",}\",][[{{"}"#
        #expect(try kinds(text).first == #",}",][[{{"#)
    }

    @Test func `deep nesting and bytes that are no UTF-8 are malformed`() {
        let deep = #"{"name":"# + String(repeating: "[", count: 100_000)
        #expect(failure(deep) == .malformedJSON("The body is nested too deeply."))
        #expect(throws: RequestError.malformedJSON("The body is not UTF-8.")) {
            try JSONBody.decode(Body.self, from: Array("{\"name\":\"".utf8) + [0xFF])
        }
    }

    @Test func `every mistake of a query is collected`() {
        var query = Query("limit=0&flag=2&id=x&twice=1&twice=2&bad=%ff")
        _ = query.integer("limit", in: 1...500, default: 100)
        _ = query.flag("flag")
        _ = query.uuid("id")
        guard case .invalid(let violations)? = query.failure else {
            Issue.record("nothing was wrong")
            return
        }
        let places = ["twice", "bad", "limit", "flag", "id"].map { Violation.Place.parameter($0) }
        #expect(violations.map(\.place) == places)
    }
}

extension Query {
    fileprivate var failure: RequestError? {
        do {
            try finish()
            return nil
        } catch { return error }
    }
}
