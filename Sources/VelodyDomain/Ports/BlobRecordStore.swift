/// What the database says should be in the storage, and what it was told of its state.
///
/// Confined to the thread that made it. No function here changes a track or writes an event.
package protocol BlobRecordStore {
    /// How many contents records refer to.
    func count() throws(StoreError) -> Int

    /// The contents that records refer to and whose hash begins with the byte `bucket`, by hash.
    ///
    /// Audio that was collected is not among them.
    func records(in bucket: UInt8) throws(StoreError) -> [BlobRecord]

    /// What refers to this content; nil where nothing does, or its audio was collected.
    func record(of content: ContentHash) throws(StoreError) -> BlobRecord?

    /// Those of the audio that the database has heard of: by a record, of whatever state, or by an upload.
    ///
    /// Uploads that came to nothing are forgotten after a while. All uploads are looked at for one answer:
    /// ask about many at once, and no more than some thousand.
    func heard(among audio: [ContentHash]) throws(StoreError) -> Set<ContentHash>

    /// Notes that the content's file is damaged; a later note replaces an earlier one.
    ///
    /// Publishing the content takes the note away.
    func markDamaged(
        _ content: ContentHash, as damage: Damage, now: Timestamp
    ) throws(StoreError)

    /// Takes the note away; where there is none, that is as well.
    func clearDamage(of content: ContentHash) throws(StoreError)

    /// What may be given up within `limits`: audio of tracks deleted, or superseded, long enough
    /// ago, and pictures as old that no track shows.
    func collectable(_ limits: CollectionLimits) throws(StoreError) -> [Collectable]

    /// Gives one content up if it is collectable still, decided under its track's lock.
    ///
    /// From then on nothing brings it back but publishing it; the caller removes the file, and holds
    /// the content's ``ContentLock``. An audio's record stays, a picture's goes.
    /// - Returns: whether it was given up.
    func collect(
        _ content: ContentHash, within limits: CollectionLimits, now: Timestamp
    ) throws(StoreError) -> Bool
}

/// A content that should be in the storage.
package struct BlobRecord: Equatable, Sendable {
    package let content: StoredContent
    /// The damage that was noted; nil for none.
    package let damage: Damage?

    package init(content: StoredContent, damage: Damage?) {
        self.content = content
        self.damage = damage
    }
}

/// What is wrong with a content's file.
package enum Damage: String, Sendable, CaseIterable {
    case missing
    case wrongSize = "wrong-size"
    case wrongHash = "wrong-hash"
    case unreadable
}

/// From when on what nobody can hear or see is given up.
package struct CollectionLimits: Equatable, Sendable {
    /// Audio of tracks that were deleted before.
    package let deletedBefore: Timestamp
    /// Audio that was superseded, and pictures without a track that came, before.
    package let supersededBefore: Timestamp

    package init(deletedBefore: Timestamp, supersededBefore: Timestamp) {
        self.deletedBefore = deletedBefore
        self.supersededBefore = supersededBefore
    }
}

/// A content that may be given up, and why.
package struct Collectable: Equatable, Sendable {
    /// Why it may go.
    package enum Reason: String, Sendable, CaseIterable {
        case deletedTrack = "deleted-track"
        case superseded
        case unusedPicture = "unused-picture"
    }

    package let content: StoredContent
    package let reason: Reason

    package init(content: StoredContent, reason: Reason) {
        self.content = content
        self.reason = reason
    }
}
