/// What an event says happened to a track.
package enum LibraryAction: String, Sendable, CaseIterable {
    case create
    case update
    case delete
    case restore
}
