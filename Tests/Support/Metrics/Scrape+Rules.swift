extension Scrape {
    /// What Prometheus asks of names, and of a histogram's buckets.
    static func check(_ name: String, _ metric: Metric) throws {
        guard (metric.kind == "counter") == name.hasSuffix("_total") else {
            throw Malformed(description: "\(name) is a \(metric.kind)")
        }
        guard metric.kind == "histogram" else { return }
        var byLabels: [[String: String]: [(bound: Double, count: Double)]] = [:]
        for sample in metric.samples where sample.name == name + "_bucket" {
            var labels = sample.labels
            guard let text = labels.removeValue(forKey: "le") else {
                throw Malformed(description: "\(name) has a bucket without a bound")
            }
            let bound = text == "+Inf" ? .infinity : Double(text) ?? .nan
            byLabels[labels, default: []].append((bound, sample.value))
        }
        for (labels, buckets) in byLabels {
            let counts = metric.samples.filter { $0.name == name + "_count" && $0.labels == labels }
            let sums = metric.samples.filter { $0.name == name + "_sum" && $0.labels == labels }
            let pairs = zip(buckets, buckets.dropFirst())
            guard sums.count == 1, counts.map(\.value) == [buckets.last?.count],
                buckets.last?.bound == .infinity,
                pairs.allSatisfy({ $0.bound < $1.bound && $0.count <= $1.count })
            else { throw Malformed(description: "\(name) has buckets that do not add up") }
        }
    }
}
