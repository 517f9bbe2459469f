import Glibc

/// The machine's memory.
package enum Memory {
    /// How much there is, in bytes.
    package static var totalBytes: Int64 {
        Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }
}
