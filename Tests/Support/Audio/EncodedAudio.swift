import FoundationEssentials
import VelodyRuntime

/// Audio as real encoders write it: a tone, in any format that ffmpeg knows.
package enum EncodedAudio {
    /// Encodes `seconds` of a tone; `options` are ffmpeg's, for the output file.
    ///
    /// `name` is a file name, whose extension chooses the container. Traps where there is no
    /// ffmpeg: it is one of the packages that tests need.
    package static func tone(
        _ name: String, seconds: Double = 2, rate: Int = 44_100, _ options: [String] = []
    ) -> [UInt8] {
        let folder = "/tmp/velody-tone-\(UInt64.random(in: 0...UInt64.max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let source = "sine=frequency=440:sample_rate=\(rate):duration=\(seconds)"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let words = ["-v", "error", "-f", "lavfi", "-i", source] + options
            var child = try Command("ffmpeg", words + ["-y", "\(folder)/\(name)"]).spawn()
            _ = child.wait()
        } catch {
            preconditionFailure("no ffmpeg: \(error)")
        }
        return Array(FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
    }
}
