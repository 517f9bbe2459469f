import FoundationEssentials
import Synchronization
package import VelodyDomain

/// Runs `velody-inspect` workers, one file at a time each, and outlives whatever they die of.
///
/// Thread safe. Workers are started when needed, kept, and replaced after a crash, a deadline or a
/// thousand files; they end by themselves when this process does.
package final class InspectorPool: MediaInspector {
    private struct State {
        var idle: [InspectWorker] = []
        var busy = 0
        var isShutDown = false
    }

    private static let pollMilliseconds: Int32 = 5

    private let executable: String
    private let workers: Int
    private let deadline: Duration
    private let patience: Duration
    private let jobsPerWorker: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - executable: the path of `velody-inspect`.
    ///   - workers: how many may run at once.
    ///   - deadline: how long one file may take.
    ///   - patience: how long a caller waits for a worker.
    ///   - jobsPerWorker: after how many files a worker is replaced.
    package init(
        executable: String, workers: Int, deadline: Duration = .seconds(15),
        patience: Duration = .seconds(60), jobsPerWorker: Int = 1_000
    ) {
        self.executable = executable
        self.workers = workers
        self.deadline = deadline
        self.patience = patience
        self.jobsPerWorker = jobsPerWorker
    }

    package func inspect(
        _ file: OpenFile, picture: OpenFile
    ) throws(InspectionError) -> InspectionReport {
        let worker = try acquire()
        let outcome = run(file, picture: picture, on: worker)
        if case .finished = outcome, worker.countJob() < jobsPerWorker {
            release(worker)
        } else {
            worker.end()
            release(nil)
        }
        switch outcome {
        case .finished(let report): return report
        case .diedOverTags(var report):
            report.warnings.append("tags-unreadable")
            return report
        case .lost: throw InspectionError(.workerLost, "velody-inspect died or was too slow")
        case .failed: throw InspectionError(.unavailable, "velody-inspect could not read the file")
        }
    }

    /// Ends every idle worker, and each busy one once it is done.
    package func shutdown() {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            state.isShutDown = true
            return state.idle
        }
        for worker in idle { worker.end() }
    }

    private enum Outcome {
        case finished(InspectionReport)
        case diedOverTags(InspectionReport)
        case failed
        case lost
    }

    private func run(_ file: OpenFile, picture: OpenFile, on worker: InspectWorker) -> Outcome {
        guard worker.channel.send(audio: file.descriptor, picture: picture.descriptor) else {
            return .lost
        }
        let end = ContinuousClock.now + deadline
        var scanned: InspectionReport?
        while let answer = worker.channel.answer(by: end) {
            if answer.kind == .failed { return .failed }
            guard
                let report = try? JSONDecoder().decode(
                    InspectionReport.self, from: Data(answer.json))
            else { return .lost }
            if answer.kind == .finished { return .finished(report) }
            scanned = report
        }
        return scanned.map(Outcome.diedOverTags) ?? .lost
    }

    /// An idle worker, or a new one where there may be more; waits for its turn.
    private func acquire() throws(InspectionError) -> InspectWorker {
        let end = ContinuousClock.now + patience
        while true {
            let (idle, mayStart) = state.withLock { state -> (InspectWorker?, Bool) in
                guard state.busy < workers else { return (nil, false) }
                state.busy += 1
                return (state.idle.popLast(), true)
            }
            if let idle { return idle }
            if mayStart { return try start() }
            guard ContinuousClock.now < end else {
                throw InspectionError(.unavailable, "every velody-inspect is busy")
            }
            ProcessEvents.pause(milliseconds: Self.pollMilliseconds)
        }
    }

    private func start() throws(InspectionError) -> InspectWorker {
        do { return try InspectWorker.start(executable) } catch {
            release(nil)
            throw InspectionError(.unavailable, error.diagnostic)
        }
    }

    private func release(_ worker: InspectWorker?) {
        let surplus = state.withLock { state -> InspectWorker? in
            state.busy -= 1
            guard let worker else { return nil }
            if state.isShutDown { return worker }
            state.idle.append(worker)
            return nil
        }
        surplus?.end()
    }
}
