/// Changes tracks as their owner asks.
///
/// Confined to the thread that made it. Each call is one transaction, which decides under the
/// track's lock; a change of nothing makes neither version nor event. `isExpected` says whether the
/// version that is there is one the caller meant.
package protocol TrackEditStore {
    /// Adds `edits` to those that are kept, and makes them effective.
    func edit(
        _ id: TrackID, _ edits: TrackEdits, isExpected: (Int64) -> Bool, now: Timestamp
    ) throws(StoreError) -> TrackChange

    /// Marks the track as deleted; one that is already is `done`.
    func delete(
        _ id: TrackID, isExpected: (Int64) -> Bool, now: Timestamp
    ) throws(StoreError) -> TrackChange

    /// Brings a deleted track back; one that is active is `done`.
    func restore(
        _ id: TrackID, isExpected: (Int64) -> Bool, now: Timestamp
    ) throws(StoreError) -> TrackChange

    /// Makes effective what a track's file was found to say now, beneath the owner's edits.
    ///
    /// The version grows, and one event is written, only if anything of the record changed.
    func reread(
        _ id: TrackID, _ reading: Rereading, isExpected: (Int64) -> Bool
    ) throws(StoreError) -> TrackChange
}

/// What became of a change that was asked for.
package enum TrackChange: Equatable, Sendable {
    case done
    /// There is no such track.
    case unknown
    /// The track is deleted, and cannot be edited.
    case deleted
    /// The track's version is not one that was expected.
    case stale
    /// The track's audio has been collected: it cannot be restored.
    case collected
    /// The track's audio is another one by now than was read.
    case replaced
}
