import Glibc
import VelodyPostgres
import VelodyServices
import VelodyTesting

/// Brings content into a library as the server does, for a simulator that kills it in between.
///
///     simulation-worker DATABASE-URL
///
/// A line of input, `CONTENT SEED`, begins one piece of content (0 to 255), by a device of the
/// seed's own; after each durable step it says `step` and waits for a line. At the end it says
/// `done`.
@main struct SimulationWorker {
    static func main() throws {
        let session = PostgresSession(CommandLine.arguments[1])
        let stores = Stores(
            devices: PostgresDeviceStore(session), uploads: PostgresUploadStore(session),
            tracks: PostgresTrackStore(session), catalog: PostgresCatalogStore(session),
            edits: PostgresTrackEditStore(session), state: PostgresLibraryStateStore(session))
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 2, let content = UInt8(words[0]), let seed = UInt64(words[1])
            else { return }
            let writer = try LibraryWriter(
                registeredIn: stores, name: "worker \(seed)",
                cryptography: SeededCryptography(seed: seed))
            pause()
            _ = try writer.publish(content, in: stores, afterEach: pause)
            say("done")
        }
    }

    private static func pause() {
        say("step")
        if readLine() == nil { exit(0) }
    }

    private static func say(_ word: String) {
        print(word)
        fflush(nil)
    }
}
