import VelodyServices

/// The program `velody-admin`, without the process around it.
///
/// Confined to one thread.
package struct Administration {
    private let surroundings: Console.Surroundings
    private let makeTools: () throws -> Tools

    /// `makeTools` is called once a command is understood; what it throws is told as it prints.
    package init(
        surroundings: Console.Surroundings, makeTools: @escaping () throws -> Tools
    ) {
        self.surroundings = surroundings
        self.makeTools = makeTools
    }

    /// Does what the words after the program's name say.
    package func perform(_ words: [String]) -> ExitCode {
        let order: any Order
        let console: Console
        do throws(UsageError) {
            var arguments = try Arguments(words, valued: Self.valued)
            console = Console(surroundings, wantsJSON: try arguments.flag("json"))
            if try arguments.flag("help") {
                console.say(Usage.text)
                return .fine
            }
            order = try Self.order(&arguments)
            try arguments.finish()
        } catch {
            Console(surroundings).complain("\(error.sentence)\n\n\(Usage.text)")
            return .usage
        }
        return perform(order, on: console)
    }

    private static let valued: Set<String> = ["platform", "rate", "after", "state"]

    private static func order(_ arguments: inout Arguments) throws(UsageError) -> any Order {
        switch try arguments.next("a command") {
        case "devices": return try DevicesOrder(&arguments)
        case "quarantine": return try QuarantineOrder(&arguments)
        case "collect": return try CollectOrder(&arguments)
        case "doctor": return DoctorOrder()
        case "verify": return try VerifyOrder(&arguments)
        case let word: throw UsageError("\(word) is not a command")
        }
    }

    private func perform(_ order: any Order, on console: Console) -> ExitCode {
        let tools: Tools
        do { tools = try makeTools() } catch {
            console.complain("\(error)")
            return .usage
        }
        do throws(ServiceError) {
            let code = try order.perform(with: tools, on: console)
            console.clearBar()
            return code
        } catch {
            let reason = error.diagnostic.map { " (\($0))" } ?? ""
            console.complain(error.detail + reason)
            return error.retryAfter == nil ? .wrong : .tryLater
        }
    }
}
