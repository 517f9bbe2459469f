/// The library's records and its change log.
///
/// Confined to the thread that made it.
///
/// Every change of a track writes exactly one event in the same transaction.
package protocol TrackStore {
    /// The track, deleted ones too; nil where there is none.
    func find(_ id: TrackID) throws(StoreError) -> Track?

    /// The asset that holds this content, primary or superseded, and its track's state.
    ///
    /// What of its blob is known is in ``Holding/isSound``; whether the file is there is for the
    /// caller to check.
    func holding(_ content: ContentHash) throws(StoreError) -> Holding?

    /// The picture; nil where there is none.
    func artwork(_ id: ArtworkID) throws(StoreError) -> Artwork?

    /// Excludes publishing and collecting of this content, in every process, until released.
    ///
    /// Waits for its turn at most 30 s, then throws `unavailable`. Must not be taken twice by one
    /// store. A publisher that needs two takes the audio's first, then the picture's.
    func lock(_ content: ContentHash) throws(StoreError) -> any ContentLock

    /// Brings verified content, whose blobs are in place, into the library and closes its session.
    ///
    /// One transaction: decides by ``PublicationPlan``, writes asset, artwork, track, event, and
    /// sets the session `finalized` with its result. The session's generation must still be
    /// `publication.generation`, else `superseded` and nothing is written; its device must not be
    /// revoked, else `revoked`. A named track that does not exist: `noSuchTrack`. Asset and artwork
    /// whose content is known are reused, and count as whole and kept from then on, whatever was
    /// noted of them. A revocation comes before or after, never in between.
    func publish(_ publication: Publication) throws(StoreError) -> UploadResult

    /// Makes content that the library holds available again without an upload.
    ///
    /// Carries out ``PublicationPlan`` for content with an owner (`keep`, `revive`, `promote`).
    /// Nil where the library does not hold the content, or its blob is not sound: collecting it
    /// and this exclude each other.
    func reuse(
        _ content: ContentHash, for existingTrack: TrackID?, now: Timestamp
    ) throws(StoreError) -> UploadResult?
}

/// What the library knows of one content.
package struct Holding: Equatable, Sendable {
    package let track: TrackID
    package let asset: AudioAsset
    /// Whether its blob was neither noted as damaged nor collected.
    package let isSound: Bool

    package init(track: TrackID, asset: AudioAsset, isSound: Bool = true) {
        self.track = track
        self.asset = asset
        self.isSound = isSound
    }
}

/// A content locked by ``TrackStore/lock(_:)``.
package protocol ContentLock: AnyObject {
    /// Gives the lock back. Called once; a lost connection has already done it.
    func release()
}
