package import VelodyDomain

/// Compares what lies in the storage with what the database says should, in both directions.
///
/// Confined to the thread that made it. It works beside a running server: what looks wrong is
/// looked at again under the content's lock before it counts.
package struct VerifyService {
    /// How to go about it.
    package struct Options: Sendable {
        /// Whether to do what is safe about what is wrong.
        package var repairs = false
        /// How much is read a second at most; nil for no limit.
        package var bytesPerSecond: Int64?
        /// The hash's first byte up to which an earlier run came; nil to begin at the beginning.
        package var after: UInt8?
        /// How old an orphan has to be before it counts, in seconds.
        package var grace = 86_400
        /// Whether a library without any file has really lost them all: else it is taken for away.
        package var believesLoss = false

        package init() {}
    }

    /// How far it is; told after each of the 256 parts of the library.
    package struct Standing: Equatable, Sendable {
        /// The hash's first byte up to which all is done; nil before the first part.
        package internal(set) var after: UInt8?
        /// How many contents were looked at, and how many there are in all.
        package internal(set) var done = 0
        package internal(set) var total = 0
        /// How much was read, in bytes.
        package internal(set) var bytes: Int64 = 0
        /// How many things are wrong still.
        package internal(set) var wrong = 0
        package internal(set) var repaired = 0
    }

    let tracks: any TrackStore
    let records: any BlobRecordStore
    let inventory: any BlobInventory
    let blobs: any BlobStore
    let clock: any Clock
    private let bond: StorageBond
    private let pause: (Double) -> Void

    /// `pause` waits so many seconds.
    package init(
        stores: Stores, records: any BlobRecordStore, inventory: any BlobInventory,
        resources: Resources, pause: @escaping (Double) -> Void
    ) {
        tracks = stores.tracks
        self.records = records
        self.inventory = inventory
        blobs = resources.blobs
        clock = resources.clock
        bond = StorageBond(stores.state, resources.blobs)
        self.pause = pause
    }

    /// Walks through everything once.
    ///
    /// Damage is noted in the database as it is found, so that the same file is taken again, and
    /// the note is taken away from what is whole; no track is ever changed. `tell` hears of each
    /// finding, `advance` how far it is, after each part.
    ///
    /// - Throws: `unavailable`, with nothing noted, for a storage that is missing, not the library's, or
    ///   empty although the library is not, unless ``Options/believesLoss``.
    /// - Returns: what it came to.
    package func run(
        _ options: Options, tell: @escaping (Finding) -> Void, advance: (Standing) -> Void
    ) throws(ServiceError) -> Standing {
        try options.believesLoss ? bond.requireIdentity() : bond.require()
        let total = try store { () throws(StoreError) in try records.count() }
        let pacer = Pacer(bytesPerSecond: options.bytesPerSecond, clock: clock, pause: pause)
        let round = VerifyRound(service: self, options: options, pacer: pacer, tell: tell)
        round.standing.total = total
        round.standing.after = options.after
        // First, for a stray may be just what is missing.
        if options.after == nil { try round.lookAtStrays() }
        for bucket in UInt8.min...UInt8.max where options.after.map({ bucket > $0 }) ?? true {
            try round.look(at: bucket)
            advance(round.standing)
        }
        return round.standing
    }
}
