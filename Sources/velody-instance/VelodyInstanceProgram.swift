import FoundationEssentials
import Glibc
import VelodyInstance
import VelodyRuntime

/// `velody-instance <run|start|stop|restart|status> [options]`: a whole Velody on this machine.
@main struct VelodyInstanceProgram {
    static func main() {
        exit(perform())
    }

    private static func perform() -> Int32 {
        let words = CommandLine.arguments.dropFirst()
        if Version.isAsked(by: words) {
            OwnedDescriptor(owning: dup(1)).write(Array(Version.line(of: "velody-instance").utf8))
            return 0
        }
        let files = FileManager()
        let program = ProgramFile.path ?? "/"
        do throws(InstanceError) {
            let settings = try Settings(
                options: Array(words.dropFirst()),
                environment: ProcessInfo.processInfo.environment,
                directory: files.currentDirectoryPath,
                program: program.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 })
            return try Instance(settings: settings, say: { write($0, to: 1) })
                .perform(words.first ?? "")
        } catch {
            write(error.diagnostic, to: 2)
            return error.code == .usage ? 64 : 1
        }
    }

    private static func write(_ line: String, to number: Int32) {
        let output = OwnedDescriptor(owning: dup(number))
        output.write(Array((line + "\n").utf8))
    }
}
