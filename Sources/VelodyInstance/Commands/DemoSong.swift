import VelodyRuntime

/// A few seconds of plucked strings, the same bytes each time on one machine.
struct DemoSong {
    let directory: String

    /// Makes the song unless it is there; returns its path.
    func make() throws(InstanceError) -> String {
        let files = FileSystem()
        let song = directory + "/demo.mp3"
        guard !files.exists(song) else { return song }
        let raw = directory + "/demo.wav"
        var notes: [String] = []
        for (step, note) in ["E2", "B2", "E3", "G3", "B3", "E4"].enumerated() {
            notes += ["|sox -R -n -p synth 12 pluck \(note) delay \(Double(step) / 4)"]
        }
        try Command(
            "sox",
            ["-R", "-m"] + notes + [
                "-r", "44100", "-c", "2", "-b", "16", raw, "trim", "0", "12", "fade", "0.1", "12",
                "3", "norm", "-3",
            ]
        ).required("making the demo song")
        try Command(
            "lame",
            [
                "--quiet", "-V", "4", "--tt", "Six strings", "--ta", "Velody", "--tl", "Demo",
                "--tn", "1/1", "--ty", "2026", raw, song + ".new",
            ]
        ).required("encoding the demo song")
        try files.remove(raw)
        try files.rename(song + ".new", to: song)
        return song
    }
}
