package import VelodyDomain

/// How long the room of the storage lasts.
package struct Capacity: Equatable, Sendable {
    /// Over how many days growth is averaged.
    ///
    /// A library that is younger is taken to have been empty before: its first import is no
    /// growth that goes on.
    package static let window = 30

    package let space: StorageSpace
    /// The mean of the window; negative where more was removed than came.
    package let bytesPerDay: Int64

    /// `grownBytes` came within ``window`` days.
    package init(space: StorageSpace, grownBytes: Int64) {
        self.space = space
        bytesPerDay = grownBytes / Int64(Self.window)
    }

    /// Until uploads are refused, if all goes on so; nil where nothing grows.
    package var daysLeft: Double? {
        bytesPerDay > 0 ? Double(space.usable) / Double(bytesPerDay) : nil
    }

    /// The moment after whose day growth counts.
    static func windowBegin(_ now: Timestamp) -> Timestamp {
        now.advanced(bySeconds: -window * 86_400)
    }
}
