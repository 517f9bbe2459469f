import Glibc

/// What the kernel knows of this process, from proc(5).
package struct ProcessStatistics: Sendable {
    /// In seconds since 1970.
    package let startTime: Double
    /// User and system time, in seconds.
    package let processorTime: Double
    /// In bytes.
    package let virtualMemory: Int64
    package let residentMemory: Int64
    package let threads: Int64
    package let openDescriptors: Int
    package let maxDescriptors: Int64

    /// Reads them now; nil where `/proc` is not there.
    package static func now() -> ProcessStatistics? {
        guard let fields = statFields(), let boot = bootTime(), let descriptors = descriptors()
        else { return nil }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return nil
        }
        // Numbered from 3 in proc(5); the first two were cut off.
        func field(_ number: Int) -> Int64 { fields[number - 3] }
        return ProcessStatistics(
            startTime: boot + Double(field(22)) / ticks,
            processorTime: Double(field(14) + field(15)) / ticks, virtualMemory: field(23),
            residentMemory: field(24) * Int64(getpagesize()), threads: field(20),
            openDescriptors: descriptors, maxDescriptors: Int64(clamping: limit.rlim_cur))
    }

    /// The fields of `/proc/self/stat` after the program's name, which may hold anything.
    private static func statFields() -> [Int64]? {
        guard let text = text(of: "/proc/self/stat"), let end = text.lastIndex(of: ")") else {
            return nil
        }
        let fields = text[end...].split(separator: " ").dropFirst().map { Int64($0) ?? 0 }
        return fields.count > 22 ? fields : nil
    }

    private static func bootTime() -> Double? {
        let line = text(of: "/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }
        return line.flatMap { Double($0.dropFirst("btime ".count)) }
    }

    /// Without the one that is open for counting.
    private static func descriptors() -> Int? {
        guard let directory = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe _ = closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        return count - 3
    }

    private static func text(of path: String) -> String? {
        guard let file = try? OwnedDescriptor.reading(path) else { return nil }
        return String(decoding: file.readToEnd(), as: UTF8.self)
    }
}
