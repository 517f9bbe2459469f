import VelodyHTTP

/// An application that does what its test says.
final class ScriptedApplication: Application {
    private let script: @Sendable (Request, Lane) -> Outcome

    init(_ script: @escaping @Sendable (Request, Lane) -> Outcome) { self.script = script }

    func handle(_ request: Request, on lane: Lane) -> Outcome { script(request, lane) }
}

extension Response {
    /// An answer in plain words.
    static func text(_ text: String, status: Int = 200) -> Response {
        Response(Status(status), body: Array(text.utf8))
    }
}

extension Request {
    /// Reads the body to its end, or to where it was cut.
    func readBody(chunk: Int = 4_096) -> (bytes: [UInt8], isCut: Bool) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: chunk)
        do {
            while true {
                let count = try body.read(into: &buffer)
                if count == 0 { return (bytes, false) }
                bytes += buffer[..<count]
            }
        } catch {
            return (bytes, true)
        }
    }
}
