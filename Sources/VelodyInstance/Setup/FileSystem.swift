import FoundationEssentials
import VelodyRuntime

/// Makes directories and files with the owner and mode that each must have.
struct FileSystem: Sendable {
    private var files: FileManager { FileManager() }

    /// Makes a directory, or sets owner and mode of the one there is.
    func directory(_ path: String, mode: Int, owner: Account? = nil) throws(InstanceError) {
        try attempt("cannot make \(path)") {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            try files.setAttributes(attributes(mode, owner), ofItemAtPath: path)
        }
    }

    /// Writes a whole file, never seen half written nor with wider rights than `mode`.
    func write(
        _ text: String, to path: String, mode: Int, owner: Account? = nil
    ) throws(InstanceError) {
        let fresh = path + ".new"
        try attempt("cannot write \(path)") {
            try remove(fresh)
            let made = files.createFile(
                atPath: fresh, contents: Data(), attributes: [.posixPermissions: 0o600])
            guard made else { throw CocoaError(.fileWriteUnknown) }
            try Data(text.utf8).write(to: URL(filePath: fresh))
            try files.setAttributes(attributes(mode, owner), ofItemAtPath: fresh)
            try rename(fresh, to: path)
        }
    }

    /// Sets owner and mode of a file or directory.
    func setAccess(_ path: String, mode: Int, owner: Account? = nil) throws(InstanceError) {
        try attempt("cannot set the owner of \(path)") {
            try files.setAttributes(attributes(mode, owner), ofItemAtPath: path)
        }
    }

    /// Copies a file or a whole directory over what is there; running programs keep theirs.
    ///
    /// The copy is ours and readable by everyone, whoever owns the source and whatever the umask.
    func copy(_ source: String, to path: String) throws(InstanceError) {
        let fresh = path + ".new"
        try remove(fresh)
        try Command("cp", ["-R", "--", source, fresh]).required("copying \(source)")
        try Command("chmod", ["-R", "u+w,a+rX", "--", fresh]).required("copying \(source)")
        if isDirectory(path) { try remove(path) }
        try rename(fresh, to: path)
    }

    /// Renames in one step, over a file that is there.
    func rename(_ source: String, to path: String) throws(InstanceError) {
        try attempt("cannot rename") { try FileReplacement.rename(source, to: path) }
    }

    /// Removes a file or directory; nothing there is fine.
    func remove(_ path: String) throws(InstanceError) {
        guard exists(path) else { return }
        try attempt("cannot remove \(path)") { try files.removeItem(atPath: path) }
    }

    /// Whether something is at `path`.
    func exists(_ path: String) -> Bool { files.fileExists(atPath: path) }

    /// The text of a file, without a line feed at its end; `nil` if it cannot be read.
    func text(of path: String) -> String? {
        guard let data = files.contents(atPath: path) else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// The names in a directory, sorted.
    func names(in path: String) -> [String] {
        ((try? files.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    private func isDirectory(_ path: String) -> Bool {
        var isDirectory = false
        return files.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory
    }

    private func attributes(_ mode: Int, _ owner: Account?) -> [FileAttributeKey: Any] {
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        if let owner, Account.areSeparate {
            attributes[.ownerAccountName] = owner.rawValue
            attributes[.groupOwnerAccountName] = owner.group
        }
        return attributes
    }

    private func attempt(_ what: String, _ body: () throws -> Void) throws(InstanceError) {
        do { try body() } catch { throw InstanceError(.setup, "\(what): \(error)") }
    }
}
