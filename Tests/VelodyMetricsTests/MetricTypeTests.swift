import Synchronization
import Testing
import VelodyMetrics
import VelodyRuntime

/// What counts, in many threads at once.
struct MetricTypeTests {
    private func inThreads(_ work: @escaping @Sendable (Int) -> Void) {
        var threads: [Box] = []
        for number in 0..<8 { threads.append(Box(WorkerThread.start { work(number) })) }
        for thread in threads { thread.join() }
    }

    /// Holds a thread, which cannot be copied, in an array.
    private final class Box {
        private var thread: WorkerThread?
        init(_ thread: consuming WorkerThread) { self.thread = consume thread }
        func join() { thread.take()?.join() }
    }

    @Test func `threads that count at once lose nothing`() {
        let counter = Counter()
        let histogram = Histogram(bounds: [1, 2])
        let family = Family(labels: ["name"], limit: 4) { Counter() }
        inThreads { number in
            for _ in 0..<2_000 {
                counter.add(2)
                histogram.observe(1.5)
                family[String(number % 3)].add()
            }
        }
        #expect(counter.value == 32_000)
        let reading = histogram.reading
        #expect(reading.cumulative == [0, 16_000])
        #expect(reading.count == 16_000)
        #expect(reading.sum == 24_000)
        #expect(family.members.map(\.metric.value).reduce(0, +) == 16_000)
    }

    @Test func `series beyond the limit are one`() {
        let family = Family(labels: ["a", "b"], limit: 2) { Counter() }
        for number in 0..<100 { family[String(number), "x"].add() }
        #expect(family.members.map(\.values) == [["0", "x"], ["1", "x"], ["other", "other"]])
        #expect(family.members.map(\.metric.value) == [1, 1, 98])
    }

    @Test func `a bound belongs to its bucket, and what is no number to none`() {
        let histogram = Histogram(bounds: [1, 2])
        for value in [1, 2, 2.5, .nan] { histogram.observe(value) }
        let reading = histogram.reading
        #expect(reading.cumulative == [1, 2])
        #expect(reading.count == 3)
        #expect(reading.sum == 5.5)
    }
}
