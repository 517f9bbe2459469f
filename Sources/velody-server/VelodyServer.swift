import FoundationEssentials
import Glibc
import VelodyFastCGI
import VelodyRuntime

/// The server: configuration, resources, threads, and an end that loses nothing.
@main struct VelodyServer {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        if Version.isAsked(by: words) {
            return print(Version.line(of: "velody-server"), terminator: "")
        }
        if !words.isEmpty {
            StandardError.write(usage)
            exit(words.elementsEqual(["--help"]) ? 0 : 2)
        }
        do { try run() } catch {
            // There is no log yet whose level could be known.
            StandardError.write("velody-server: \(error)\n")
            exit(1)
        }
    }

    private static let usage = """
        velody-server: serves a music library to nginx, over FastCGI.

          velody-server            serves until SIGTERM
          velody-server --version  says which version it is

        Settings come from the environment, or from the file that VELODY_ENV_FILE names; sockets from
        who starts it (LISTEN_FDS), or from API_SOCKET and UPLOAD_SOCKET. The log is standard error.

        """

    private static func run() throws {
        Heap.keepSmall()
        let program = ProgramFile.path ?? CommandLine.arguments.first ?? "velody-server"
        let environment = try EnvironmentFile.beneath(ProcessInfo.processInfo.environment)
        let settings = try ServerSettings(
            environment, cores: ProcessInfo.processInfo.activeProcessorCount,
            programFolder: URL(filePath: program).deletingLastPathComponent().path)
        let logger = Logger(level: settings.logLevel, clock: SystemClock())
        let sockets = try Listening.sockets(environment, settings)

        let assembly = try Assembly(settings: settings, logger: logger)
        assembly.prepareStorage()

        let server = FastCGIServer(assembly.setup(on: sockets))
        // libfcgi has installed handlers of its own: these replace them.
        ProcessSignals.take()
        let threads = LaneThreads.start(server, settings)
        assembly.startSweeping()
        assembly.startSurveying()
        let manager = NotifySocket(environment)
        manager.tell(.ready)
        logger.log(.info, "ready", ["version": .string(Version.text)])

        let signal = ProcessSignals.waitForStop()
        manager.tell(.stopping)
        logger.log(.info, "stopping", ["signal": .integer(Int64(signal))])
        server.stop()
        Grace.limit(server, seconds: settings.shutdownGrace)
        threads.join()
        assembly.inspector.shutdown()
        logger.log(.info, "stopped")
    }
}
