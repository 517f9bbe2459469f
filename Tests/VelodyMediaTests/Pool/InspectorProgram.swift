import FoundationEssentials
import Glibc
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// The worker program that was built together with the tests.
enum InspectorProgram {
    static let path: String = {
        let folder = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .map { URL(filePath: $0).deletingLastPathComponent().path }
        let here = "\(folder ?? "")/velody-inspect"
        if unsafe access(here, X_OK) == 0 { return here }
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.appending(path: ".build/debug/velody-inspect").path
    }()
}

extension InspectorPool {
    func inspect(_ bytes: [UInt8]) throws -> InspectionReport {
        try inspect(bytes, into: ScratchFile())
    }

    func inspect(
        _ bytes: [UInt8], into sink: borrowing ScratchFile,
        readingTextAs encoding: LegacyEncoding? = nil
    ) throws -> InspectionReport {
        let audio = ScratchFile(bytes)
        return try inspect(
            OpenFile(descriptor: audio.descriptor, length: Int64(bytes.count)),
            picture: OpenFile(descriptor: sink.descriptor, length: 0), readingTextAs: encoding)
    }
}
