import CTagLib
import VelodyDomain

/// What the tags of a file say, all of them merged: ID3v2, then APEv2, then ID3v1, per field.
struct TagReader {
    private(set) var metadata = TrackMetadata()
    private(set) var pictures: [TagPicture] = []
    private(set) var warnings: [Finding.Warning] = []

    /// Reads the tags of a file that the scan has accepted; throws before TagLib sees a bomb.
    init(_ descriptor: Int32, size: Int, id3v2 offsets: [Int]) throws(MediaError) {
        let walk = try ID3v2Walk(tagsAt: offsets, of: descriptor)
        let tagLib = try TagLibTags.read(descriptor, size: size)
        let id3v1 = tagLib.id3v1()
        var values = walk.values
        if walk.hasHiddenFrames { values = values.filled(from: tagLib.values(of: VELODY_ID3V2)) }
        values = values.filled(from: tagLib.values(of: VELODY_APE))
        let isGuess = walk.isGuess || id3v1.isGuess && values.filled(from: id3v1.values) != values
        values = values.filled(from: id3v1.values)
        let (metadata, isOutOfRange) = TrackMetadata.make(from: values)
        self.metadata = metadata
        pictures = walk.pictures.isEmpty ? tagLib.pictures() : walk.pictures
        if isGuess { warnings.append(.encodingGuess) }
        if isOutOfRange { warnings.append(.numberOutOfRange) }
    }
}
