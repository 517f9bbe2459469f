import FoundationEssentials
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
            SeparatingInspector(
                InspectorPool(executable: settings.inspectProgram, workers: 1),
                settings.artistSeparators),
            allowedTypes: settings.allowedAudioTypes)
    }

    func opinion(
        of path: String, _ encoding: LegacyEncoding?
    ) throws(ServiceError) -> FileInspection.Opinion {
        let file = OwnedDescriptor.file(at: path)
        guard let length = file.fileLength else {
            throw ServiceError(.notFound, "\(path) cannot be opened, or is not a file.")
        }
        let picture = try Self.scratch()
        return try inspection.opinion(
            of: OpenFile(descriptor: file.number, length: length),
            picture: OpenFile(descriptor: picture.number, length: 0), readingTextAs: encoding)
    }

    /// Where the picture goes, of which only the size is told.
    private static func scratch() throws(ServiceError) -> OwnedDescriptor {
        do { return try OwnedDescriptor.scratchFile() } catch {
            throw ServiceError(
                .unavailable, "No temporary file can be made.", retryAfter: 30,
                diagnostic: error.diagnostic)
        }
    }
}
