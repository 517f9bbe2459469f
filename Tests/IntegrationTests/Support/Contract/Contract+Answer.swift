import FoundationEssentials
import Testing

extension Contract {
    /// Above that many bytes a body is not read a second time.
    private static let readable = 1 << 20

    /// All that is wrong with an answer.
    func mistakes(in answer: HTTPAnswer, to method: String, _ target: String) -> [String] {
        let path = String(target.prefix { $0 != "?" && $0 != "#" })
        let responses = responses(to: method, path)
        guard let response = responses["\(answer.status)"] ?? responses["default"] else {
            return ["the status \(answer.status) is not documented"]
        }
        let resolved = schema.resolve(response)
        return fieldMistakes(in: answer, resolved)
            + (method == "HEAD" ? [] : bodyMistakes(in: answer, resolved))
    }

    private func fieldMistakes(in answer: HTTPAnswer, _ response: JSONValue) -> [String] {
        let headers = response["headers"]?.members ?? [:]
        var mistakes = headers.flatMap { name, header in
            fieldMistakes(in: answer.values(name), of: name, schema.resolve(header))
        }
        if answer.value("X-Request-Id") == nil { mistakes.append("no X-Request-Id") }
        if answer.value("X-Content-Type-Options") != "nosniff" { mistakes.append("no nosniff") }
        if headers["Cache-Control"] == nil, answer.value("Cache-Control") != "no-store" {
            mistakes.append("Cache-Control: \(answer.values("Cache-Control"))")
        }
        if !answer.body.isEmpty, answer.value("Content-Length") == nil {
            mistakes.append("no Content-Length")
        }
        return mistakes
    }

    private func fieldMistakes(
        in values: [String], of name: String, _ header: JSONValue
    ) -> [String] {
        guard let value = values.first else {
            return header["required"] == .bool(true) ? ["\(name) is missing"] : []
        }
        guard values.count == 1 else { return ["\(name) is there \(values.count) times"] }
        let schema = header["schema"] ?? .null
        let number = schema["type"]?.text == "integer" ? Int64(value) : nil
        return self.schema.mistakes(
            in: number.map { .integer($0) } ?? .string(value), by: schema, at: name)
    }

    private func bodyMistakes(in answer: HTTPAnswer, _ response: JSONValue) -> [String] {
        guard let content = response["content"]?.members else {
            return answer.body.isEmpty ? [] : ["there is a body"]
        }
        let type = answer.value("Content-Type") ?? ""
        guard let documented = content[type] else { return ["the content type is \(type)"] }
        guard type.hasSuffix("json"), answer.body.count <= Self.readable else { return [] }
        guard let value = try? answer.decode(JSONValue.self) else {
            let length = answer.value("Content-Length") ?? "?"
            return ["is no JSON, of \(answer.body.count) bytes where \(length) were announced"]
        }
        return schema.mistakes(in: value, by: documented["schema"] ?? .null)
    }
}

extension HTTPAnswer {
    /// Records an issue where the answer is not as docs/openapi.yaml says.
    func compareWithContract(_ method: String, _ target: String) throws {
        let mistakes = try Contract.documented.get().mistakes(in: self, to: method, target)
        guard !mistakes.isEmpty else { return }
        let found = mistakes.joined(separator: "; ")
        Issue.record(
            "\(method) \(target.prefix(200)) → \(status): not as openapi.yaml says: \(found)")
    }
}
