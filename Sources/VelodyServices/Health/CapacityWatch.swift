import VelodyDomain

/// Decides when the owner is told that room becomes scarce: once at each threshold, and again only
/// after the room had recovered.
package struct CapacityWatch {
    /// What may become scarce.
    package enum Threshold: String, Sendable, CaseIterable {
        /// Less than 30 days are left.
        case monthLeft = "less than 30 days left"
        /// Less than 7 days are left.
        case weekLeft = "less than 7 days left"
        /// Less than twice the reserve is free.
        case nearReserve = "less than twice the reserve free"
    }

    /// What became of a threshold.
    package enum Notice: Equatable, Sendable {
        case crossed(Threshold)
        case recovered(Threshold)
    }

    private static let (month, week) = (30.0, 7.0)
    /// How far beyond a threshold the room has to be again, so that one that is hovered around is
    /// told of once.
    private static let margin = 1.1

    private var crossed: Set<Threshold> = []

    package init() {}

    /// What is to be told now, the most pressing last.
    package mutating func note(_ capacity: Capacity) -> [Notice] {
        Threshold.allCases.compactMap { threshold in
            let ratio = Self.ratio(capacity, to: threshold)
            if ratio < 1, crossed.insert(threshold).inserted { return .crossed(threshold) }
            if ratio >= Self.margin, crossed.remove(threshold) != nil {
                return .recovered(threshold)
            }
            return nil
        }
    }

    /// What there is, in terms of the threshold.
    private static func ratio(_ capacity: Capacity, to threshold: Threshold) -> Double {
        switch threshold {
        case .monthLeft: (capacity.daysLeft ?? .infinity) / month
        case .weekLeft: (capacity.daysLeft ?? .infinity) / week
        case .nearReserve:
            capacity.space.reserve > 0
                ? Double(capacity.space.available) / (2 * Double(capacity.space.reserve))
                : .infinity
        }
    }
}
