/// Where a file keeps something about itself, found while its structure was read.
enum TagPlace: Equatable {
    /// An ID3v2 tag, from its header on.
    case id3v2(Range<Int>)
    /// The items of an APEv2 tag.
    case ape(Range<Int>)
    /// An ID3v1 tag that begins there.
    case id3v1(Int)
    /// A Vorbis comment, from its vendor string on.
    case comment(ByteStream)
    /// The content of a FLAC picture block.
    case picture(ByteStream)
    /// The items of an MP4 file: the content of its `ilst` atom.
    case atoms(Range<Int>)
    /// The chunks of a RIFF file's INFO list.
    case info(Range<Int>)
}
