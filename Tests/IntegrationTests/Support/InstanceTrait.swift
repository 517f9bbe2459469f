import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime

/// Starts one instance for a suite and stops it after the suite's last test.
///
/// The instance hangs on a lifeline: it stops and removes its sockets also when this process is
/// killed.
struct InstanceTrait: SuiteTrait, TestScoping {
    /// Settings for the server.
    let environment: [String: String]
    /// Directories of its home that get a file system of their own, of so many MiB; needs root.
    let disks: [String: Int]

    private static let places = Places(8)

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.places.enter()
        do { try await runInstance(for: test, performing: function) } catch {
            await Self.places.leave()
            throw error
        }
        await Self.places.leave()
    }

    private func runInstance(
        for test: Test, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard disks.isEmpty || geteuid() == 0 else {
            throw InstanceLaunch.Failure(
                description: "\(test.name) mounts a file system: run the tests as root")
        }
        let launch = try InstanceLaunch(
            environment: environment, disks: disks)
        defer { launch.removeHome() }
        let pipe = try OwnedDescriptor.pipe()
        var supervisor = try launch.start(lifeline: pipe.reader.number)
        let lifeline = pipe.keepWriter()
        do {
            let instance = try launch.awaitAnswer(of: &supervisor)
            try await RunningInstance.$ofSuite.withValue(instance, operation: function)
        } catch {
            supervisor.kill()
            _ = supervisor.wait()
            throw error
        }
        supervisor.kill()
        let status = supervisor.wait()
        extendLifetime(lifeline)
        #expect(status.isSuccess, "the supervisor: \(status)")
    }
}

extension Trait where Self == InstanceTrait {
    /// A running instance for this suite.
    static var instance: Self { instance() }

    /// A running instance for this suite, whose server gets these settings.
    static func instance(
        environment: [String: String] = [:], disks: [String: Int] = [:]
    ) -> Self {
        InstanceTrait(environment: environment, disks: disks)
    }
}
