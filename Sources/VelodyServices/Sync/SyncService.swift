package import FoundationEssentials
package import VelodyDomain

/// Keeps devices' copies of the library up to date.
///
/// Confined to the thread that made it. A device reads the whole library once (``bootstrap``), and
/// from then on what changed (``changes``).
package struct SyncService {
    private let sync: any SyncStore
    private let state: any LibraryStateStore
    private let clock: any Clock

    package init(sync: any SyncStore, state: any LibraryStateStore, clock: any Clock) {
        self.sync = sync
        self.state = state
        self.clock = clock
    }

    /// What a device asks the change log.
    package struct Question: Sendable {
        /// The last event it has seen.
        package var after: Int64
        /// The epoch in which it saw that; nil where it does not say.
        package var epoch: UUID?
        package var limit: Int

        package init(after: Int64, epoch: UUID?, limit: Int) {
            self.after = after
            self.epoch = epoch
            self.limit = limit
        }
    }

    /// Where a bootstrap goes on: at its cursor, or, without one, at the beginning.
    ///
    /// Throws `resyncRequired` for a cursor of another epoch.
    package func place(at cursor: BootstrapCursor?) throws(ServiceError) -> BootstrapCursor {
        // Before the first page is read: what changes after this moment is told by changes.
        let state = try currentState()
        guard let cursor else { return BootstrapCursor(state) }
        try require(after: cursor.lastEventID, epoch: cursor.epoch, in: state)
        return cursor
    }

    /// Tells `sink` the active tracks at a place, at most `limit`.
    ///
    /// - Returns: the cursor of the next page; nil after the last one.
    package func bootstrap(
        _ device: Device, from place: BootstrapCursor, limit: Int, to sink: inout some TrackSink
    ) throws(ServiceError) -> BootstrapCursor? {
        let page = try store { () throws(StoreError) in
            try sync.snapshot(after: place.after, limit: limit, to: &sink)
        }
        if page.hasMore, let last = page.last { return place.moved(to: last) }
        let now = clock.now()
        try store { () throws(StoreError) in
            try sync.remember(place.lastEventID, fullSyncAt: now, of: device.id)
        }
        return nil
    }

    /// Tells `sink` what happened after the event that a device names, and remembers that event.
    ///
    /// Throws `resyncRequired` where the device's log is not this one.
    package func changes(
        _ question: Question, for device: Device, to sink: inout some ChangeSink
    ) throws(ServiceError) -> ChangesPage {
        let state = try currentState()
        try require(after: question.after, epoch: question.epoch, in: state)
        if device.lastEventID != question.after {
            try store { () throws(StoreError) in
                try sync.remember(question.after, fullSyncAt: nil, of: device.id)
            }
        }
        // Most often there is nothing new, which one row tells.
        guard question.after < state.lastEventID else {
            return ChangesPage(last: question.after, hasMore: false, state: state)
        }
        let page = try store { () throws(StoreError) in
            try sync.changes(after: question.after, limit: question.limit, to: &sink)
        }
        try require(after: question.after, epoch: question.epoch ?? state.epoch, in: page.state)
        return page
    }

    private func currentState() throws(ServiceError) -> LibraryState {
        try store { () throws(StoreError) in try state.state() }
    }

    /// Throws `resyncRequired` unless an event of this number may have been seen in this log.
    private func require(
        after: Int64, epoch: UUID?, in state: LibraryState
    ) throws(ServiceError) {
        if epoch ?? state.epoch == state.epoch, after <= state.lastEventID { return }
        throw ServiceError(
            .resyncRequired, "The server's change log is not the one followed: bootstrap again.",
            facts: [.epoch(state.epoch)])
    }
}
