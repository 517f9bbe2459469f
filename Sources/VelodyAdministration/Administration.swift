import VelodyServices

/// The program `velody-admin`, without the process around it.
///
/// Confined to one thread.
package struct Administration {
    private let surroundings: Console.Surroundings
    private let makeInspect: () throws -> Inspect
    private let makeTools: () throws -> Tools

    /// One of the two is called once a command is understood; what it throws is told as it prints.
    package init(
        surroundings: Console.Surroundings, makeInspect: @escaping () throws -> Inspect,
        makeTools: @escaping () throws -> Tools
    ) {
        self.surroundings = surroundings
        self.makeInspect = makeInspect
        self.makeTools = makeTools
    }

    /// What there is to do, and what it needs.
    private enum Work {
        case onLibrary(any Order)
        case onFiles(InspectOrder)
    }

    /// Does what the words after the program's name say.
    package func perform(_ words: [String]) -> ExitCode {
        let work: Work
        let console: Console
        do throws(UsageError) {
            var arguments = try Arguments(words, valued: Self.valued)
            console = Console(surroundings, wantsJSON: try arguments.flag("json"))
            if try arguments.flag("help") {
                console.say(Usage.text)
                return .fine
            }
            work = try Self.work(&arguments)
            try arguments.finish()
        } catch {
            Console(surroundings).complain("\(error.sentence)\n\n\(Usage.text)")
            return .usage
        }
        return perform(work, on: console)
    }

    private static let valued: Set<String> = ["platform", "rate", "after", "state", "encoding"]

    private static func work(_ arguments: inout Arguments) throws(UsageError) -> Work {
        switch try arguments.next("a command") {
        case "devices": return .onLibrary(try DevicesOrder(&arguments))
        case "quarantine": return .onLibrary(try QuarantineOrder(&arguments))
        case "collect": return .onLibrary(try CollectOrder(&arguments))
        case "verify": return .onLibrary(try VerifyOrder(&arguments))
        case "inspect": return .onFiles(try InspectOrder(&arguments))
        case let word: throw UsageError("\(word) is not a command")
        }
    }

    private func perform(_ work: Work, on console: Console) -> ExitCode {
        let carryOut: () throws(ServiceError) -> ExitCode
        do { carryOut = try prepare(work, on: console) } catch {
            console.complain("\(error)")
            return .usage
        }
        do throws(ServiceError) {
            let code = try carryOut()
            console.clearBar()
            return code
        } catch {
            let reason = error.diagnostic.map { " (\($0))" } ?? ""
            console.complain(error.detail + reason)
            return error.retryAfter == nil ? .wrong : .tryLater
        }
    }

    private func prepare(
        _ work: Work, on console: Console
    ) throws -> () throws(ServiceError) -> ExitCode {
        switch work {
        case .onLibrary(let order):
            let tools = try makeTools()
            return { () throws(ServiceError) in try order.perform(with: tools, on: console) }
        case .onFiles(let order):
            let inspect = try makeInspect()
            return { () throws(ServiceError) in try order.perform(with: inspect, on: console) }
        }
    }
}
