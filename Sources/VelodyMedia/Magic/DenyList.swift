/// Types that are refused whatever else a file holds.
///
/// libmagic misses 9 of 100 real MP3s and calls two bytes of sync `audio/mpeg`: only what it says
/// of documents, programs and archives is listened to.
enum DenyList {
    static func contains(_ mediaType: String) -> Bool {
        types.contains(mediaType) || prefixes.contains(where: mediaType.hasPrefix)
    }

    private static let prefixes = ["text/x-", "application/vnd.", "application/x-mach-binary"]

    private static let types: Set<String> = [
        "text/html", "text/xml", "text/javascript", "text/rtf", "image/svg+xml",
        "application/xml", "application/xhtml+xml", "application/javascript",
        "application/json", "application/postscript", "application/pdf", "application/rtf",
        "application/x-dosexec", "application/x-executable", "application/x-pie-executable",
        "application/x-sharedlib", "application/x-object", "application/x-coredump",
        "application/java-archive", "application/x-java-applet", "application/x-wasm",
        "application/zip", "application/x-rar", "application/x-7z-compressed",
        "application/gzip", "application/x-bzip2", "application/x-xz", "application/zstd",
        "application/x-tar", "application/x-cpio", "application/x-lzip", "application/x-archive",
        "application/x-iso9660-image", "application/x-shockwave-flash", "application/msword",
        "application/x-sqlite3", "application/x-msi", "application/x-ms-shortcut",
    ]
}
