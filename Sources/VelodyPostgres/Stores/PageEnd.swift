/// Finds where a page ends while its rows come in, of which there is one more than may be told.
struct PageEnd<Position> {
    private let limit: Int
    private var told = 0
    private var isWanted = true
    private var hasMore = false
    private var last: Position?

    init(limit: Int) { self.limit = limit }

    /// Whether another row belongs to the page; called once for each.
    mutating func admits() -> Bool {
        if isWanted, told < limit { return true }
        hasMore = true
        return false
    }

    /// Notes a row that was told.
    mutating func tell(_ position: Position, wantsMore: Bool = true) {
        last = position
        told += 1
        isWanted = wantsMore
    }

    /// How many rows may still be told.
    var rest: Int { isWanted ? limit - told : 0 }

    /// Where the next page begins; nil on the last one.
    var next: Position? { hasMore ? last : nil }
}
