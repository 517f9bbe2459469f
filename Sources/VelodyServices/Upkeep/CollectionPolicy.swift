/// How long things that nobody needs are kept, in seconds.
package struct CollectionPolicy: Sendable {
    /// The audio of tracks that were deleted.
    package var deletedRetention = 90 * 86_400
    /// Audio that was superseded, and pictures that no track shows.
    package var supersededRetention = 30 * 86_400
    /// Refused files.
    package var quarantineRetention = 90 * 86_400
    /// Files that nothing refers to; younger ones may be about to be referred to.
    package var orphanGrace = 86_400

    package init() {}

    /// What a running request has made and no lock protects yet: never less than an hour.
    var requestGrace: Int { max(orphanGrace, 3_600) }
}
