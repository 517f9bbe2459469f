package import VelodyDomain

/// Reads stored files anew, for their owner.
///
/// Confined to the thread that made it.
package struct RereadService {
    /// What is asked for.
    package struct Wish: Equatable, Sendable {
        /// What text is read as that does not say its encoding; nil where that is to be guessed.
        package var encoding: LegacyEncoding?
        /// Whether the owner's edits are forgotten.
        package var dropsEdits: Bool

        package init(encoding: LegacyEncoding? = nil, dropsEdits: Bool = false) {
            self.encoding = encoding
            self.dropsEdits = dropsEdits
        }
    }

    private let library: LibraryService
    private let stores: Stores
    private let resources: Resources

    package init(_ library: LibraryService, stores: Stores, resources: Resources) {
        self.library = library
        self.stores = stores
        self.resources = resources
    }

    /// Makes effective what the track's file says now, beneath the owner's edits.
    ///
    /// What the file does not say stays as it was said when it came. May take long.
    /// - Throws: `notFound`; `trackDeleted`; `preconditionFailed`, with the current record, where
    ///   the track's version is not expected; `blobMissing`; `invalidAudio`, with the reason, where
    ///   the file is no longer what it was. The track is then as before.
    package func reread(
        _ id: TrackID, _ wish: Wish, isExpected: (Int64) -> Bool = { _ in true }
    ) throws(ServiceError) -> Track {
        let track = try library.track(id)
        guard track.status == .active else {
            throw ServiceError(.trackDeleted, "The track has been deleted.")
        }
        guard isExpected(track.version) else { throw library.stale(track) }
        let picture = try storage { () throws(StorageError) in
            try resources.blobs.makeTemporaryFile()
        }
        let report = try inspect(track.audio.content, wish, into: picture)
        let reading = try reading(report, of: track.audio, wish)
        try StorageBond(stores.state, resources.blobs).require()
        return try FoundPicture(report.picture, in: picture, at: reading.now)
            .publish(stores, resources) { artwork throws(ServiceError) in
                var reading = reading
                reading.artwork = artwork
                return try library.settle(id) { () throws(StoreError) in
                    try stores.edits.reread(id, reading, isExpected: isExpected)
                }
            }
    }

    private func inspect(
        _ content: StoredContent, _ wish: Wish, into picture: any TemporaryBlob
    ) throws(ServiceError) -> InspectionReport {
        let result: Result<InspectionReport, InspectionError>
        do {
            result = try resources.blobs.withReadOnlyFile(of: content) { file in
                picture.withWritableFile { sink in
                    Result { () throws(InspectionError) in
                        try resources.inspector.inspect(
                            file, picture: sink, readingTextAs: wish.encoding)
                    }
                }
            }
        } catch  where error.code == .missing {
            throw ServiceError(
                .blobMissing, "The file of this record is missing on the server.",
                diagnostic: error.diagnostic)
        } catch {
            throw ServiceError(error)
        }
        do { return try result.get() } catch { throw ServiceError(error) }
    }

    /// What is to be written; throws where the file does not say enough to replace what is there.
    private func reading(
        _ report: InspectionReport, of audio: AudioAsset, _ wish: Wish
    ) throws(ServiceError) -> Rereading {
        var warnings = report.warnings
        switch report.verdict {
        case .accept: break
        case .quarantine(let reason): warnings.append(reason)
        case .reject(let reason): throw damaged(reason)
        }
        if audio.warnings.contains(Ingest.released) { warnings.append(Ingest.released) }
        guard let properties = report.properties else { throw damaged("no-audio") }
        // Tags that were read before may have failed for want of time: they are not given up for it.
        if warnings.contains(Self.unreadable), !audio.warnings.contains(Self.unreadable) {
            throw damaged(Self.unreadable)
        }
        return Rereading(
            asset: audio.id, properties: properties, warnings: warnings, metadata: report.metadata,
            artwork: nil, dropsEdits: wish.dropsEdits, now: resources.clock.now())
    }

    private static let unreadable = "tags-unreadable"

    private func damaged(_ reason: String) -> ServiceError {
        ServiceError(
            .invalidAudio, "The stored file cannot be read any more (\(reason)).",
            facts: [.reason(reason)])
    }
}
