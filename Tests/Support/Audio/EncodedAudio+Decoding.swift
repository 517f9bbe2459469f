import FoundationEssentials
import VelodyRuntime

extension EncodedAudio {
    /// A song as lame writes it, from two seconds of a tone; `options` are lame's.
    package static func song(lame options: [String], rate: Int = 44_100, channels: Int = 2)
        -> [UInt8]
    {
        let wave = tone("a.wav", rate: rate, ["-ac", "\(channels)"])
        return withFolder { folder in
            try Data(wave).write(to: URL(filePath: folder + "/a.wav"))
            // Left alone, lame takes the rate that suits the bitrate.
            let fixed = ["--quiet", "--resample", "\(Double(rate) / 1000)"]
            let words = fixed + options + [folder + "/a.wav", folder + "/a.mp3"]
            var child = try Command("lame", words).spawn()
            _ = child.wait()
            return Array(FileManager.default.contents(atPath: folder + "/a.mp3") ?? Data())
        }
    }

    /// How many samples ffmpeg decodes from a file, those of all channels together, as they are.
    package static func decodedSamples(of bytes: [UInt8]) -> Int {
        withFolder { folder in
            try Data(bytes).write(to: URL(filePath: folder + "/a"))
            let words = ["-v", "quiet", "-i", folder + "/a", "-map", "0:a", "-f", "s16le", "-"]
            return try Command("ffmpeg", words).output().bytes.count / 2
        }
    }

    private static func withFolder<R>(_ body: (String) throws -> R) -> R {
        let folder = "/tmp/velody-tone-\(UInt64.random(in: 0...UInt64.max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            return try body(folder)
        } catch {
            preconditionFailure("no encoder: \(error)")
        }
    }
}
