package import VelodyServices

/// The program `velody-admin`, without the process around it.
///
/// Confined to one thread.
package struct Administration {
    private let surroundings: Console.Surroundings
    private let check: BackupCheck
    private let makeTools: () throws -> Tools

    /// `makeTools` is called once a command is understood that needs a library; what it throws is
    /// told as it prints.
    package init(
        surroundings: Console.Surroundings, check: BackupCheck,
        makeTools: @escaping () throws -> Tools
    ) {
        self.surroundings = surroundings
        self.check = check
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

    private static let valued: Set<String> = ["platform", "rate", "after", "state", "keep", "set"]

    private static func errand(_ arguments: inout Arguments) throws(UsageError) -> Errand {
        switch try arguments.next("a command") {
        case "devices": return .library(try DevicesOrder(&arguments))
        case "quarantine": return .library(try QuarantineOrder(&arguments))
        case "collect": return .library(try CollectOrder(&arguments))
        case "doctor": return .library(DoctorOrder())
        case "verify": return .library(try VerifyOrder(&arguments))
        case "backup": return try BackupOrder.errand(&arguments)
        case "restore": return .library(try RestoreOrder(&arguments))
        case let word: throw UsageError("\(word) is not a command")
        }
    }

    private func perform(_ errand: Errand, on console: Console) -> ExitCode {
        switch errand {
        case .archive(let order):
            return perform(on: console) { () throws(ServiceError) in
                try order.perform(with: check, on: console)
            }
        case .library(let order):
            let tools: Tools
            do { tools = try makeTools() } catch {
                console.complain("\(error)")
                return .usage
            }
            return perform(on: console) { () throws(ServiceError) in
                try order.perform(with: tools, on: console)
            }
        }
    }

    private func perform(
        on console: Console, _ body: () throws(ServiceError) -> ExitCode
    ) -> ExitCode {
        do throws(ServiceError) {
            let code = try body()
            console.clearBar()
            return code
        } catch {
            let reason = error.diagnostic.map { " (\($0))" } ?? ""
            console.complain(error.detail + reason)
            return error.retryAfter == nil ? .wrong : .tryLater
        }
    }
}
