import FoundationEssentials
import Glibc
import VelodyDomain
import VelodyRuntime
import VelodyServices

/// Opens files to be looked into, without database and storage.
struct FileDesk {
    private let inspection: FileInspection

    /// Reads the few settings that matter; throws what is wrong with them.
    init(environment: [String: String], program: String) throws {
        let settings = try InspectionSettings(
            try EnvironmentFile.beneath(environment),
            programFolder: URL(filePath: program).deletingLastPathComponent().path)
        inspection = FileInspection(
            InspectorPool(executable: settings.inspectProgram, workers: 1),
            allowedTypes: settings.allowedAudioTypes)
    }

    func opinion(
        of path: String, _ encoding: LegacyEncoding?
    ) throws(ServiceError) -> FileInspection.Opinion {
        // A pipe would hold the call up until somebody writes to it.
        let file = OwnedDescriptor(
            owning: unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ServiceError(.notFound, "\(path) cannot be opened, or is not a file.")
        }
        let picture = try Self.scratch()
        return try inspection.opinion(
            of: OpenFile(descriptor: file.number, length: Int64(status.st_size)),
            picture: OpenFile(descriptor: picture.number, length: 0), readingTextAs: encoding)
    }

    /// A file without a name, which the picture goes into: only its size is told.
    private static func scratch() throws(ServiceError) -> OwnedDescriptor {
        let name = "velody-inspect-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        let path = FileManager.default.temporaryDirectory.appending(path: name).path
        let number = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else {
            throw ServiceError(
                .unavailable, "No temporary file can be made.", retryAfter: 30,
                diagnostic: "errno \(errno)")
        }
        unsafe unlink(path)
        return OwnedDescriptor(owning: number)
    }
}
