import VelodyDomain

extension StoredFile {
    /// Whether it is the name beside a damaged blob under which another was about to replace it.
    ///
    /// A crash may leave one; nothing refers to it.
    var isReplacement: Bool {
        guard content == nil, !isDirectory, let name = path.split(separator: "/").last,
            name.hasPrefix(".")
        else { return false }
        return UploadID(name.dropFirst()) != nil
    }
}
