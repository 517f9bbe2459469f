package import VelodyHTTP

extension Exposition {
    /// Writes how busy the lanes are; `threads` says how many each has.
    package mutating func lanes(_ loads: [LaneLoad], threads: (Lane) -> Int) {
        func labels(_ load: LaneLoad) -> Labels { [("lane", load.lane.rawValue)] }
        gauges(
            "velody_lane_threads", "Threads of each lane.",
            loads.map { (labels($0), Double(threads($0.lane))) })
        gauges(
            "velody_lane_busy_threads", "Threads that work on a request; the waiter's only waits.",
            loads.filter { $0.lane != .waiter }.map { (labels($0), Double($0.busy)) })
        gauges(
            "velody_lane_queued_requests", "Requests handed over and not yet taken.",
            loads.compactMap { load in load.queued.map { (labels(load), Double($0)) } })
        gauge(
            "velody_parked_requests", "Requests that wait for news in the waiter.",
            Int64(loads.map(\.parked).reduce(0, +)))
    }
}
