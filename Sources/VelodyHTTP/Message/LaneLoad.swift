/// How busy a lane is at the moment.
package struct LaneLoad: Sendable, Equatable {
    package let lane: Lane
    /// How many of its threads work on a request.
    package let busy: Int
    /// How many requests wait to be taken over; nil where they wait in the kernel, uncounted.
    package let queued: Int?
    /// How many requests are parked; 0 but in the waiter.
    package let parked: Int

    package init(lane: Lane, busy: Int, queued: Int?, parked: Int = 0) {
        self.lane = lane
        self.busy = busy
        self.queued = queued
        self.parked = parked
    }
}
