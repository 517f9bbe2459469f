/// Reads the library for devices that keep a copy of it.
///
/// Confined to the thread that made it.
package protocol SyncStore {
    /// Tells active tracks to `sink`, by identifier, from the first one after `after`.
    ///
    /// At most `limit`, and none after the sink wants no more.
    func snapshot(
        after: TrackID?, limit: Int, to sink: inout some TrackSink
    ) throws(StoreError) -> SnapshotPage

    /// Tells the events after `after` to `sink`, in order, with the entities they name.
    ///
    /// At most `limit`, and none after the sink wants no more. Events, entities and the state that
    /// is returned are of one moment.
    func changes(
        after: Int64, limit: Int, to sink: inout some ChangeSink
    ) throws(StoreError) -> ChangesPage

    /// Remembers up to where a device has followed; writes only where that is new.
    ///
    /// `fullSyncAt` is when it was given the last page of a whole copy, if it was now.
    func remember(
        _ lastEventID: Int64, fullSyncAt: Timestamp?, of device: DeviceID
    ) throws(StoreError)
}

/// Where a page of the whole library ended.
package struct SnapshotPage: Equatable, Sendable {
    /// Nil where the page is empty.
    package let last: TrackID?
    package let hasMore: Bool

    package init(last: TrackID?, hasMore: Bool) {
        self.last = last
        self.hasMore = hasMore
    }
}

/// Where a page of the change log ended, and where the log stood.
package struct ChangesPage: Equatable, Sendable {
    /// The page's last event; what was asked after where it has none.
    package let last: Int64
    /// Whether events follow that the page does not tell.
    package let hasMore: Bool
    package let state: LibraryState

    package init(last: Int64, hasMore: Bool, state: LibraryState) {
        self.last = last
        self.hasMore = hasMore
        self.state = state
    }
}
