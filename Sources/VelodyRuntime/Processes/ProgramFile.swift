import FoundationEssentials

/// The file that this process runs.
package enum ProgramFile {
    /// Its path, without symbolic links on the way; nil where the kernel does not tell (proc(5)).
    package static var path: String? {
        try? FileManager().destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }
}
