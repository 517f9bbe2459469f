import Testing
import VelodyDomain
import VelodyTesting

/// Files that are called songs and are none.
struct Refused: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let verdict: InspectionReport.Verdict

    private init(_ name: String, _ bytes: [UInt8], _ reason: String) {
        (testDescription, self.bytes) = (name, bytes)
        verdict = .reject(reason: reason)
    }

    static let all: [Refused] = {
        let sync: [UInt8] = [0xFF, 0xFB, 0x90, 0x64]
        let html = Array(
            "<!DOCTYPE html><html><body>\(String(repeating: "x", count: 4000))</body></html>".utf8)
        let tag = SongFixture(title: "One", seed: 1, frameCount: 0).bytes
        var long = ID3v2Fixture(.v24)
        long.statedSize = 1 << 20
        // "MZ", and at 60 where the other signature stands.
        let program =
            [0x4D, 0x5A] + [UInt8](repeating: 0, count: 58) + [64, 0, 0, 0]
            + Array("PE\0\0".utf8) + [UInt8](repeating: 7, count: 4000)
        return [
            Refused("EXE", program, "other-container"),
            Refused("tag and EXE", tag + program, "other-container"),
            Refused("no bytes", [], "empty"),
            Refused("HTML", html, "not-audio"),
            Refused("ZIP", [0x50, 0x4B, 3, 4, 20, 0, 0, 0] + html, "other-container"),
            Refused("WAV the other way round", Array("RIFX\0\0\0\0WAVE".utf8), "other-container"),
            Refused("ELF", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + html, "other-container"),
            Refused("text", Array("just some words, and nothing else\n".utf8), "not-audio"),
            Refused("sync and HTML", sync + html, "not-audio"),
            Refused("tag only", tag, "no-audio"),
            Refused("tag and HTML", tag + html, "no-audio"),
            Refused("tag and ZIP", tag + [0x50, 0x4B, 3, 4] + html, "other-container"),
            Refused("tag beyond the end", long.bytes + html, "no-audio"),
            Refused("FLAC without frames", Array("fLaC".utf8) + html, "no-audio"),
        ]
    }()
}
