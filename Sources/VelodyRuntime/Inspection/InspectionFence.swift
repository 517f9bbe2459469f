import Glibc

/// The limits a worker puts on itself before it sees the first hostile byte.
package enum InspectionFence {
    /// How much memory parsing may take beyond what the program itself maps, in bytes.
    private static let memory: UInt = 256 << 20
    /// The largest picture that can be written, in bytes.
    private static let fileSize: UInt = 32 << 20
    private static let descriptors: UInt = 32

    /// Limits memory, written bytes, descriptors and processes, and forbids core dumps.
    ///
    /// Irreversible; false when the kernel refused a limit.
    package static func raise() -> Bool {
        limit(RLIMIT_AS, memory + mapped())
            && limit(RLIMIT_FSIZE, fileSize)
            && limit(RLIMIT_NOFILE, descriptors)
            && limit(RLIMIT_CORE, 0)
    }

    private static func limit(_ resource: __rlimit_resource, _ value: UInt) -> Bool {
        var bounds = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        return unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &bounds) == 0
    }

    /// What the program maps now: its code, its libraries, libmagic's database (proc(5), statm).
    private static func mapped() -> UInt {
        guard let statm = try? OwnedDescriptor.reading("/proc/self/statm").readToEnd(),
            let pages = String(decoding: statm, as: UTF8.self).split(separator: " ").first
        else { return 0 }
        return (UInt(pages) ?? 0) * UInt(sysconf(Int32(_SC_PAGESIZE)))
    }
}
