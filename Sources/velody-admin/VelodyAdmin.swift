import FoundationEssentials
import Glibc
import VelodyAdministration
import VelodyRuntime

/// `velody-admin COMMAND …`: looks after a library, beside the running server.
@main struct VelodyAdmin {
    static func main() {
        let surroundings = Console.Surroundings(
            isTerminal: isatty(STDOUT_FILENO) == 1, drawsBars: isatty(STDERR_FILENO) == 1,
            write: { write($0, to: STDOUT_FILENO) }, writeError: { write($0, to: STDERR_FILENO) })
        // Whoever reads the results may go away: writing to nobody must not kill a half-done work.
        signal(SIGPIPE, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        if Version.isAsked(by: words) {
            write(Version.line(of: "velody-admin"), to: STDOUT_FILENO)
            return
        }
        let environment = ProcessInfo.processInfo.environment
        let administration = Administration(
            surroundings: surroundings, check: Assembly.makeCheck(environment)
        ) {
            try FileDesk(environment: environment, program: program).opinion
        } makeTools: {
            try Assembly(environment: environment, program: program).makeTools()
        }
        exit(administration.perform(words).rawValue)
    }

    private static var program: String { ProgramFile.path ?? "velody-admin" }

    private static func write(_ text: String, to number: Int32) {
        let output = OwnedDescriptor(owning: dup(number))
        output.write(Array(text.utf8))
    }
}
