import VelodyFastCGI
import VelodyHTTP
import VelodyMetrics
import VelodyPostgres
import VelodyRuntime
import VelodyServices

/// Everything that `GET /metrics` shows, brought together.
///
/// Thread safe. Rendering asks neither database nor storage: it never waits.
struct ServerMetrics: Sendable {
    /// What all sessions do with the database.
    let database = PostgresActivity()
    private let requests = RequestMetrics()
    private let settings: ServerSettings
    private let vitals: LibraryVitals
    private let inspector: InspectorPool

    init(settings: ServerSettings, vitals: LibraryVitals, inspector: InspectorPool) {
        self.settings = settings
        self.vitals = vitals
        self.inspector = inspector
    }

    func note(_ record: ExchangeRecord) {
        requests.note(
            RequestMetrics.Answered(
                method: record.method, status: record.status, duration: record.duration,
                receivedBytes: record.receivedBytes, isClientGone: record.isClientGone,
                facts: record.facts))
    }

    /// The whole page.
    func page(_ loads: [LaneLoad]) -> String {
        var page = Exposition()
        page.gauges(
            "velody_build_info", "The server's version.", [([("version", Version.text)], 1)])
        requests.write(to: &page)
        page.lanes(loads, threads: threads)
        writeDatabase(&page)
        writeInspector(&page)
        page.library(vitals)
        if let process = ProcessStatistics.now() { write(process, &page) }
        return page.text
    }

    private func threads(of lane: Lane) -> Int {
        switch lane {
        case .api: settings.apiThreads
        case .upload: settings.uploadThreads
        case .ingest: settings.ingestThreads
        case .waiter: 1
        }
    }

    private func writeDatabase(_ page: inout Exposition) {
        let (connections, history) = (database.connections, database.history)
        page.gauges(
            "velody_database_connections",
            "Connections to the database: all that are open, and those waited for.",
            [
                ([("state", "open")], Double(connections.open)),
                ([("state", "in_use")], Double(connections.inUse)),
            ])
        page.counter(
            "velody_database_connects_total", "Connections that were made.", history.made)
        page.counter(
            "velody_database_disconnects_total",
            "Connections that broke, and attempts to make one that failed.", history.lost)
        page.counter(
            "velody_database_timeouts_total", "Statements that were given up.", history.late)
    }

    private func writeInspector(_ page: inout Exposition) {
        let history = inspector.history
        page.counter(
            "velody_inspector_runs_total", "Files that were inspected.", history.inspections)
        page.counter(
            "velody_inspector_kills_total",
            "Inspectors that died over a file, or were killed at its deadline.",
            history.workersLost)
        page.gauge(
            "velody_inspector_workers", "Inspectors that are alive.",
            Int64(inspector.workers.count))
    }

    /// Under the names that Prometheus's own clients use.
    private func write(_ process: ProcessStatistics, _ page: inout Exposition) {
        page.counter(
            "process_cpu_seconds_total", "Processor time, user and system.",
            process.processorTime)
        page.gauge(
            "process_resident_memory_bytes", "Resident memory.", process.residentMemory)
        page.gauge("process_virtual_memory_bytes", "Virtual memory.", process.virtualMemory)
        page.gauge("process_threads", "Threads.", process.threads)
        page.gauge("process_open_fds", "Open descriptors.", Int64(process.openDescriptors))
        page.gauge("process_max_fds", "Limit of open descriptors.", process.maxDescriptors)
        page.gauge(
            "process_start_time_seconds", "When the process began; counters begin anew then.",
            process.startTime)
    }
}
