import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime

/// What the kernel knows of this process.
struct ProcessStatisticsTests {
    @Test func `they are plausible, and follow what the process does`() throws {
        let before = try #require(ProcessStatistics.now())
        #expect(before.residentMemory > 1 << 20 && before.residentMemory < before.virtualMemory)
        #expect(before.threads >= 1)
        #expect(before.maxDescriptors >= Int64(before.openDescriptors))
        let age = Date.now.timeIntervalSince1970 - before.startTime
        #expect(age > -2 && age < 86_400)
        // Other tests of this process open and close some meanwhile: these outnumber them.
        var held: [Holder] = []
        for _ in 0..<200 { held.append(Holder(try OwnedDescriptor.reading("/dev/null"))) }
        let after = try #require(ProcessStatistics.now())
        #expect(after.openDescriptors > before.openDescriptors + 100)
        #expect(after.processorTime >= before.processorTime)
        extendLifetime(held)
    }

    /// Holds a descriptor, which cannot be copied, in an array.
    private final class Holder {
        private let descriptor: OwnedDescriptor
        init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = consume descriptor }
    }
}
