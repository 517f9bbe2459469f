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
            InspectorPool(executable: settings.inspectProgram, workers: 1),
            allowedTypes: settings.allowedAudioTypes)
    }

    func opinion(
        of path: String, _ encoding: LegacyEncoding?
    ) throws(ServiceError) -> FileInspection.Opinion {
        let file: OwnedDescriptor
        do { file = try .reading(path) } catch {
            throw ServiceError(.notFound, "The file cannot be opened.", diagnostic: "\(error)")
        }
        guard let length = file.plainFileLength else {
            throw ServiceError(.notFound, "\(path) is no file.")
        }
        // Of its picture only the size is told.
        let picture: OwnedDescriptor
        do { picture = try .scratch() } catch {
            throw ServiceError(
                .unavailable, "No temporary file can be made.", retryAfter: 30,
                diagnostic: "\(error)")
        }
        return try inspection.opinion(
            of: OpenFile(descriptor: file.number, length: length),
            picture: OpenFile(descriptor: picture.number, length: 0), readingTextAs: encoding)
    }
}
