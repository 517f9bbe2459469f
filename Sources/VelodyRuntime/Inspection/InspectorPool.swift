import Glibc
import Synchronization
package import VelodyDomain

/// Inspects files in `velody-inspect` processes, each of which may die without harm.
///
/// Workers are started when first needed, take one file at a time, and are replaced after a crash,
/// a deadline, or ``filesPerWorker`` files.
package final class InspectorPool: MediaInspector, Sendable {
    /// How many files a worker sees before it is replaced.
    package static let filesPerWorker = 1_000

    /// What a disk reads in a second at least, in bytes: the file has fallen out of a small memory.
    package static let slowestDisk: Int64 = 8 << 20

    private struct State {
        var idle: [Seat] = []
        var busy: [InspectionWorker] = []
        var reserved = 0
        var isClosed = false
        var inspections: UInt64 = 0
        var workersLost: UInt64 = 0
    }

    /// A worker, and how many files it has seen.
    private struct Seat {
        let worker: InspectionWorker
        var files = 0
    }

    private let executable: String
    private let limit: Int
    private let deadline: Duration
    private let filesPerWorker: Int
    private let state = Mutex(State())

    /// Makes a pool of at most `workers` processes of the program at `executable`.
    ///
    /// `deadline` bounds the wait for a free worker, and its work on a small file; a large one gets
    /// another second for every ``slowestDisk`` bytes. No process is started yet.
    package init(
        executable: String, workers: Int, deadline: Duration = .seconds(15),
        filesPerWorker: Int = InspectorPool.filesPerWorker
    ) {
        self.executable = executable
        self.deadline = deadline
        self.filesPerWorker = filesPerWorker
        limit = max(1, workers)
    }

    deinit { shutdown() }

    /// Gives the file to a free worker; see ``MediaInspector``.
    package func inspect(
        _ file: OpenFile, picture: OpenFile, readingTextAs encoding: LegacyEncoding?
    ) throws(InspectionError) -> InspectionReport {
        var seat = try takeSeat()
        let (result, isUsable) = seat.worker.run(
            audio: file.descriptor, picture: picture.descriptor, readingTextAs: encoding,
            deadline: ContinuousClock.now + deadline
                + .seconds(file.length / Self.slowestDisk))
        seat.files += 1
        note(isUsable: isUsable)
        give(back: seat, isUsable: isUsable && seat.files < filesPerWorker)
        return try result.get()
    }

    /// Ends all workers, also those at work, whose callers get `workerLost`.
    ///
    /// Afterwards every inspection throws `unavailable`. May be called again.
    package func shutdown() {
        let workers = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle.map(\.worker) + state.busy
        }
        workers.forEach { $0.end() }
    }

    /// The process numbers of the workers that are alive.
    package var workers: [Int32] {
        state.withLock { ($0.idle.map(\.worker) + $0.busy).map(\.pid) }
    }

    /// How many files were inspected, and how many workers died over one or had to be killed.
    package var history: (inspections: UInt64, workersLost: UInt64) {
        state.withLock { ($0.inspections, $0.workersLost) }
    }

    private enum Place {
        case seat(Seat)
        case room, full, closed
    }

    private func takeSeat() throws(InspectionError) -> Seat {
        let end = ContinuousClock.now + deadline
        while ContinuousClock.now < end {
            switch place() {
            case .seat(let seat): return seat
            case .room: return try newSeat()
            case .closed: throw InspectionError(.unavailable, "inspection has ended")
            // Callers are few and jobs take milliseconds: asking again is cheaper than queueing.
            case .full: usleep(5_000)
            }
        }
        throw InspectionError(.unavailable, "no worker became free")
    }

    private func place() -> Place {
        state.withLock { state in
            if state.isClosed { return .closed }
            if let seat = state.idle.popLast() {
                state.busy.append(seat.worker)
                return .seat(seat)
            }
            guard state.busy.count + state.reserved < limit else { return .full }
            state.reserved += 1
            return .room
        }
    }

    private func newSeat() throws(InspectionError) -> Seat {
        let started = Result { () throws(InspectionError) in
            try InspectionWorker(executable: executable)
        }
        let isClosed = state.withLock { state in
            state.reserved -= 1
            if case .success(let worker) = started { state.busy.append(worker) }
            return state.isClosed
        }
        let seat = Seat(worker: try started.get())
        if isClosed { seat.worker.end() }
        return seat
    }

    private func note(isUsable: Bool) {
        state.withLock { state in
            state.inspections += 1
            if !isUsable { state.workersLost += 1 }
        }
    }

    private func give(back seat: Seat, isUsable: Bool) {
        let isKept = state.withLock { state in
            state.busy.removeAll { $0 === seat.worker }
            guard isUsable, !state.isClosed else { return false }
            state.idle.append(seat)
            return true
        }
        if !isKept { seat.worker.end() }
    }
}
