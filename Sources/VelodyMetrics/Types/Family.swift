import Synchronization

/// Metrics of one name that differ in the values of their labels.
///
/// Thread safe. Each combination is a series that a monitoring system keeps for ever: no value may
/// be what a client makes up, and beyond a limit new ones are counted as `other`.
package final class Family<Metric: Sendable>: Sendable {
    private let limit: Int
    private let make: @Sendable () -> Metric
    private let metrics = Mutex<[[String]: Metric]>([:])

    /// The names of the labels, in the order of their values.
    package let labels: [StaticString]

    /// A family of at most `limit` series, and one for all others.
    package init(
        labels: [StaticString], limit: Int, make: @escaping @Sendable () -> Metric
    ) {
        self.labels = labels
        self.limit = limit
        self.make = make
    }

    /// The metric of these values, made when it is first asked for; one value for each label.
    package subscript(_ values: String...) -> Metric {
        precondition(values.count == labels.count, "one value for each label")
        return metrics.withLock { metrics in
            if let metric = metrics[values] { return metric }
            let isFull = metrics.count >= limit
            let key = isFull ? Array(repeating: "other", count: labels.count) : values
            if let metric = metrics[key] { return metric }
            let metric = make()
            metrics[key] = metric
            return metric
        }
    }

    /// Every metric with its values, ordered by them.
    package var members: [(values: [String], metric: Metric)] {
        metrics.withLock { Array($0) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { ($0.key, $0.value) }
    }
}
