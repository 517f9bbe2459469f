package import VelodyServices

/// The program `velody-admin`, without the process around it.
///
/// Confined to one thread.
package struct Administration {
    private let surroundings: Console.Surroundings
    private let check: BackupCheck
    private let makeInspect: () throws -> Inspect
    private let makeTools: () throws -> Tools

    /// One of the last two is called once a command is understood that needs it; what it throws is
    /// told as it prints.
    package init(
        surroundings: Console.Surroundings, check: BackupCheck,
        makeInspect: @escaping () throws -> Inspect, makeTools: @escaping () throws -> Tools
    ) {
        self.surroundings = surroundings
        self.check = check
        self.makeInspect = makeInspect
        self.makeTools = makeTools
    }

    /// Does what the words after the program's name say.
    package func perform(_ words: [String]) -> ExitCode {
        let errand: Errand
        let console: Console
        do throws(UsageError) {
            var arguments = try Arguments(words, valued: Self.valued)
            console = Console(surroundings, wantsJSON: try arguments.flag("json"))
            if try arguments.flag("help") {
                console.say(Usage.text)
                return .fine
            }
            errand = try Self.errand(&arguments)
            try arguments.finish()
        } catch {
            Console(surroundings).complain("\(error.sentence)\n\n\(Usage.text)")
            return .usage
        }
        return perform(errand, on: console)
    }

    private static let valued: Set<String> = [
        "platform", "rate", "after", "state", "keep", "set", "encoding",
    ]

    private static func errand(_ arguments: inout Arguments) throws(UsageError) -> Errand {
        switch try arguments.next("a command") {
        case "adopt": return .library(try AdoptOrder(&arguments))
        case "devices": return .library(try DevicesOrder(&arguments))
        case "quarantine": return .library(try QuarantineOrder(&arguments))
        case "collect": return .library(try CollectOrder(&arguments))
        case "doctor": return .library(DoctorOrder())
        case "verify": return .library(try VerifyOrder(&arguments))
        case "backup": return try BackupOrder.errand(&arguments)
        case "restore": return .library(try RestoreOrder(&arguments))
        case "inspect": return .files(try InspectOrder(&arguments))
        case let word: throw UsageError("\(word) is not a command")
        }
    }

    private func perform(_ errand: Errand, on console: Console) -> ExitCode {
        let carryOut: () throws(ServiceError) -> ExitCode
        do { carryOut = try prepare(errand, on: console) } catch {
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
        _ errand: Errand, on console: Console
    ) throws -> () throws(ServiceError) -> ExitCode {
        switch errand {
        case .library(let order):
            let tools = try makeTools()
            return { () throws(ServiceError) in try order.perform(with: tools, on: console) }
        case .archive(let order):
            return { () throws(ServiceError) in try order.perform(with: check, on: console) }
        case .files(let order):
            let inspect = try makeInspect()
            return { () throws(ServiceError) in try order.perform(with: inspect, on: console) }
        }
    }
}
