import Glibc
package import VelodyDomain

/// The system's real-time clock.
package struct SystemClock: Clock {
    package init() {}

    package func now() -> Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(
            microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
