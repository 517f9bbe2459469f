import FoundationEssentials
import VelodyRuntime

/// The first visitor: waits for the API, uploads a demo song as any client would, and prints how
/// to go on.
struct Welcome {
    let settings: Settings
    let say: (String) -> Void
    private let files = FileSystem()
    private let api: Visitor
    private var layout: Layout { settings.layout }

    init(settings: Settings, say: @escaping (String) -> Void) {
        self.settings = settings
        self.say = say
        api = Visitor(settings: settings)
    }

    /// Returns 0 once the API answered, whatever became of the demo; throws `notAnswering`.
    func perform() throws(InstanceError) -> Int32 {
        try awaitAnswer()
        say("Velody answers at \(settings.address)")
        guard !settings.isQuiet else { return 0 }
        do {
            let token = try deviceToken()
            let track = try uploadDemo(token)
            printLines(token: token, track: track)
        } catch {
            say("The demo song could not be uploaded: \(error.diagnostic)")
        }
        return 0
    }

    /// Any answer of the API counts; 502 and 504 are nginx's, made without it.
    private func awaitAnswer() throws(InstanceError) {
        let deadline = ProcessEvents.milliseconds() + 60_000
        while true {
            let answer = try api.get("/api/v1/health")
            if ![0, 502, 504].contains(answer.status) { return }
            let state = files.text(of: layout.status) ?? ""
            let isFailing = state.contains("velody-server - failing")
            guard !isFailing, ProcessEvents.milliseconds() < deadline else { break }
            ProcessEvents.pause(milliseconds: 100)
        }
        let log = Self.tail(of: layout.log(of: "velody-server"))
        throw InstanceError(.notAnswering, "The API does not answer. The server says:\n\(log)")
    }

    /// The token of an earlier run while it works, else that of a new device.
    private func deviceToken() throws(InstanceError) -> String {
        let path = layout.secrets + "/token"
        if let kept = files.text(of: path), try api.get("/api/v1/devices", token: kept).isSuccess {
            return kept
        }
        let environment = files.text(of: layout.environmentFile) ?? ""
        let lines = environment.split(separator: "\n")
        let secret = lines.first { $0.hasPrefix("VELODY_BOOTSTRAP_SECRET=") }?.split(
            separator: "=", maxSplits: 1
        ).last.map { ShellWord.unquote(String($0)) }
        let answer = try api.post(
            "/api/v1/devices/register", token: secret ?? "",
            json: #"{"platform":"cli","deviceName":"demo","appVersion":"1"}"#)
        let token = try answer.decode(Registration.self, status: 200...201).token
        try files.write(token + "\n", to: path, mode: 0o600)
        return token
    }

    private func uploadDemo(_ token: String) throws(InstanceError) -> String {
        let song = try DemoSong(directory: layout.demo).make()
        let answer = try api.put("/api/v1/uploads/direct/demo.mp3", token: token, file: song)
        return try answer.decode(Uploaded.self, status: 200...201).trackId
    }

    private func printLines(token: String, track: String) {
        let curl =
            "curl --cacert \(ShellWord.quote(layout.certificate))"
            + " -H 'Authorization: Bearer \(token)'"
        let song = ShellWord.quote(layout.demo + "/demo.mp3")
        let base = settings.address + "/api/v1"
        say("Token: \(token)")
        say("Upload a file, list the tracks, play a range:\n")
        say("  \(curl) -T \(song) \(base)/uploads/direct/demo.mp3")
        say("  \(curl) \(base)/tracks")
        say("  \(curl) --range 0-65535 --output demo-range.mp3 \(base)/tracks/\(track)/file\n")
    }

    /// The last lines of a log, for a message.
    static func tail(of log: String) -> String {
        let lines = (FileSystem().text(of: log) ?? "").split(separator: "\n")
        return lines.suffix(10).joined(separator: "\n")
    }

    private struct Registration: Decodable {
        let token: String
    }

    private struct Uploaded: Decodable {
        let trackId: String
    }
}
