import FoundationEssentials
import Glibc
import VelodyFastCGI
import VelodyRuntime

/// The server: configuration, resources, threads, and an end that loses nothing.
@main struct VelodyServer {
    static func main() {
        if CommandLine.arguments.dropFirst().first == "--version" {
            print("velody-server \(Version.text)")
            return
        }
        do { try run() } catch {
            // There is no log yet whose level could be known.
            StandardError.write("velody-server: \(error)\n")
            exit(1)
        }
    }

    private static func run() throws {
        let program = CommandLine.arguments.first ?? "velody-server"
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
        logger.log(.info, "ready", ["version": .string(Version.text)])

        let signal = ProcessSignals.waitForStop()
        logger.log(.info, "stopping", ["signal": .integer(Int64(signal))])
        server.stop()
        Grace.limit(server, seconds: settings.shutdownGrace)
        threads.join()
        assembly.inspector.shutdown()
        logger.log(.info, "stopped")
    }
}
