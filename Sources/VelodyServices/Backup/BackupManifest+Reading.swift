import VelodyDomain

extension BackupManifest {
    /// Reads a document; nil where it is damaged, or says anything that none of ours would.
    ///
    /// `locate` tells where a content lies: a location that is not its own is damage too, so that no
    /// path of the document is ever used.
    init?(
        _ document: [UInt8], _ cryptography: any Cryptography, locate: (StoredContent) -> String
    ) {
        guard let body = Self.body(of: document, cryptography) else { return nil }
        let lines = String(decoding: body, as: UTF8.self).split(separator: "\n")
        guard lines.count >= 4, lines[0] == Self.heading,
            let createdAt = Self.value("created", lines[1]),
            let version = Self.value("schema", lines[2]).flatMap({ Int($0) }),
            let database = Self.database(lines[3])
        else { return nil }
        var entries: [Entry] = []
        for line in lines.dropFirst(4) {
            guard let entry = Self.entry(line, locate) else { return nil }
            entries.append(entry)
        }
        self.init(
            createdAt: createdAt, schemaVersion: version, database: database, entries: entries)
    }

    /// What comes before the last line, where that is its digest.
    private static func body(
        of document: [UInt8], _ cryptography: any Cryptography
    ) -> ArraySlice<UInt8>? {
        guard document.last == UInt8(ascii: "\n"),
            let end = document.dropLast().lastIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        let body = document[...end]
        let last = String(decoding: document[(end + 1)...].dropLast(), as: UTF8.self)
        return last == "sha256 \(cryptography.sha256(Array(body)).hex)" ? body : nil
    }

    private static func value(_ name: String, _ line: Substring) -> String? {
        line.hasPrefix(name + " ") ? String(line.dropFirst(name.count + 1)) : nil
    }

    private static func database(_ line: Substring) -> BackupFile? {
        let words = line.split(separator: " ")
        guard words.count == 5, words[0] == "database", let hash = ContentHash(hex: words[1]),
            let size = Int64(words[2]), words[4] == "database.dump"
        else { return nil }
        return BackupFile(hash: hash, size: size)
    }

    private static func entry(
        _ line: Substring, _ locate: (StoredContent) -> String
    ) -> Entry? {
        let words = line.split(separator: " ")
        guard words.count == 5, ["blob", "missing"].contains(words[0]),
            let hash = ContentHash(hex: words[1]), let size = Int64(words[2])
        else { return nil }
        let contents = MediaType.allCases.map { StoredContent(hash: hash, type: $0, size: size) }
        guard let content = contents.first(where: { locate($0) == words[4] }) else { return nil }
        return Entry(
            content: content, location: String(words[4]), isPresent: words[0] == "blob")
    }
}
