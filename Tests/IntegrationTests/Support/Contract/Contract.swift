import FoundationEssentials
import VelodyRuntime

/// docs/openapi.yaml, as what answers are compared with.
struct Contract: Sendable {
    /// Why there is none.
    struct Unreadable: Error {}

    let document: JSONValue

    /// The one of this checkout.
    static let documented = Result { try Contract(reading: InstanceLaunch.checkout) }

    init(document: JSONValue) { self.document = document }

    private init(reading checkout: String) throws {
        let program = """
            import json, sys, yaml
            json.dump(yaml.load(sys.stdin.buffer, yaml.CSafeLoader), sys.stdout)
            """
        let output = try Command("python3", ["-c", program])
            .output(input: checkout + "/docs/openapi.yaml")
        guard output.status.isSuccess else { throw Unreadable() }
        document = try JSONDecoder().decode(JSONValue.self, from: Data(output.bytes))
    }

    var schema: Schema { Schema(document: document) }

    /// Every operation: its path as a request has it, its method in upper case, and what it says.
    var operations: [(path: String, method: String, operation: JSONValue)] {
        (document["paths"]?.members ?? [:]).flatMap { path, item in
            (item.members ?? [:]).filter { $0.value["responses"] != nil }.map {
                // The path of the one server below the API's own is /.
                let base = item["servers"] == nil ? "/api/v1" : ""
                return (base + path, $0.key.uppercased(), $0.value)
            }
        }
    }

    /// What may be answered to a request: statuses, and `default`.
    func responses(to method: String, _ path: String) -> [String: JSONValue] {
        let operations = operations.filter { Self.matches(path, $0.path) }
        // Names in a path are more than its patterns.
        let best = operations.min { $0.path.count { $0 == "{" } < $1.path.count { $0 == "{" } }
        let same = operations.filter { $0.path == best?.path }
        let asked = same.first { $0.method == method }
        // HEAD answers like GET.
        let found = method == "HEAD" ? same.first { $0.method == "GET" } ?? asked : asked
        guard let responses = found?.operation["responses"]?.members else {
            return elsewhere
        }
        guard method == "HEAD", let own = asked?.operation["responses"]?.members else {
            return responses
        }
        return responses.filter { own[$0.key] != nil }
    }

    /// Where nothing is, or nothing of that method.
    private var elsewhere: [String: JSONValue] {
        let named = ["401": "Unauthorized", "404": "NotFound", "405": "MethodNotAllowed"]
        return named.merging(["default": "AnyOperation"]) { $1 }.mapValues {
            .object(["$ref": .string("#/components/responses/\($0)")])
        }
    }

    private static func matches(_ path: String, _ pattern: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let patterns = pattern.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == patterns.count
            && zip(parts, patterns).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
    }
}
