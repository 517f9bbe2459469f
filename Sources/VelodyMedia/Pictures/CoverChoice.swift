/// Which of a file's pictures becomes its artwork.
struct CoverChoice {
    /// In bytes.
    static let sizeLimit = 16 << 20
    /// In pixels.
    static let pixelLimit = 64_000_000

    private(set) var picture: TagPicture?
    private(set) var header: PictureHeader?
    /// Whether one was passed over: of no known kind, or too large.
    private(set) var hasSkipped = false

    /// The front cover if there is a good one, else the first good one that is no icon.
    init(
        from pictures: [TagPicture], _ file: inout FileWindow
    ) throws(MediaError) {
        let covers = pictures.filter { $0.type == 3 }
        let others = pictures.filter { !(1...3).contains($0.type) }
        for picture in covers + others {
            guard let header = try PictureHeader(picture.source, &file),
                try picture.source.isWithin(Self.sizeLimit, &file),
                header.height <= Self.pixelLimit / header.width
            else {
                hasSkipped = true
                continue
            }
            (self.picture, self.header) = (picture, header)
            return
        }
    }
}
