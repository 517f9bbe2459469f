import VelodyTesting

/// What is damaged: a file of each kind, with tags of each kind.
enum Specimen: UInt64, CaseIterable {
    case oldTag = 1
    case usualTag, newTag, unsynchronised, trailing, flac, ogg, mp4, wave, joined

    var seed: UInt64 { rawValue }

    var bytes: [UInt8] {
        switch self {
        case .oldTag: song(tag(.v22, ["TT2", "TP1", "TCO", "TRK"]))
        case .usualTag: song(tag(.v23, ["TIT2", "TPE1", "TCON", "TYER"]))
        case .newTag: song(tag(.v24, ["TIT2", "TPE1", "TCON", "TDRC"]))
        case .unsynchronised: song(unsynchronisedTag)
        case .trailing:
            song(nil) + TrailingTags.ape([("Title", ["Ape"])], cover: [0x61, 0] + cover)
                + TrailingTags.lyrics3("la") + TrailingTags.id3v1(title: "Old", track: 3)
        case .flac: FLACTests.tone
        case .ogg: ogg
        case .mp4: mp4
        case .wave: wave
        case .joined: song(tag(.v24, ["TIT2"])) + song(tag(.v23, ["TIT2"]))
        }
    }

    private var cover: [UInt8] { PictureFixture.jpeg(filler: 300) }

    private func song(_ tag: ID3v2Fixture?) -> [UInt8] {
        var song = SongFixture(seed: rawValue, frameCount: 12)
        song.id3v2 = tag
        song.lengthHeader = .xing(frames: 12)
        return song.bytes
    }

    private func tag(_ version: ID3v2Fixture.Version, _ names: [String]) -> ID3v2Fixture {
        var tag = ID3v2Fixture(version)
        for name in names { tag.add(text: name, ["Ünïcode", "(17)", "1999"], as: .utf16) }
        tag.add(picture: cover)
        if version == .v23 {
            tag.add(frame: "TALB", [0, 0, 1, 3] + Deflated.letters(259), flags: 0x80)
        }
        return tag
    }

    private var unsynchronisedTag: ID3v2Fixture {
        var tag = tag(.v23, ["TIT2"])
        tag.isUnsynchronised = true
        return tag
    }

    private var ogg: [UInt8] {
        var ogg = OggFixture.opus(["TITLE=One", "ARTIST=Ann", "METADATA_BLOCK_PICTURE=AAAAAwAAAAA"])
        ogg.addAudio(packets: 60)
        return ogg.bytes
    }

    private var mp4: [UInt8] {
        var song = MP4Fixture()
        song.config = [0x12, 0x10]
        song.add("\u{A9}nam", [Array("One".utf8)])
        song.add("trkn", [[0, 0, 0, 3, 0, 12, 0, 0]], type: 0)
        song.add("covr", [cover], type: 13)
        return song.bytes
    }

    private var wave: [UInt8] {
        let settings: [UInt8] = [1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4, 0, 16, 0]
        let tag = tag(.v23, ["TIT2"]).bytes
        return Array("RIFF".utf8) + [0xFF, 0xFF, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0]
            + settings + Array("data".utf8) + [0, 4, 0, 0] + [UInt8](repeating: 0, count: 1024)
            + Array("id3 ".utf8) + [UInt8(tag.count & 0xFF), UInt8(tag.count >> 8), 0, 0] + tag
    }
}
