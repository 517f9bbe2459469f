package import FoundationEssentials

/// Takes tracks field by field, so that a page of them needs neither values nor strings in between.
///
/// Confined to one thread. Between ``beginTrack()`` and ``endTrack()`` every ``TrackField`` is told
/// once, in the enumeration's order, as one value or as ``absent(_:)``. Bytes are lent for the call.
package protocol TrackSink: AnyObject {
    func beginTrack()

    /// An identifier.
    func identifier(_ field: TrackField, _ value: UUID)

    /// The 32 bytes of a SHA-256.
    func digest(_ field: TrackField, _ bytes: Span<UInt8>)

    /// A text, in UTF-8.
    func text(_ field: TrackField, _ utf8: Span<UInt8>)

    /// A list of texts begins: ``element(_:)`` for each, then ``endList()``.
    func beginList(_ field: TrackField)
    func element(_ utf8: Span<UInt8>)
    func endList()

    func number(_ field: TrackField, _ value: Int64)
    func moment(_ field: TrackField, _ value: Timestamp)
    func type(_ field: TrackField, _ value: MediaType)

    /// The field has no value; without an `artworkID` none of the picture's fields has.
    func absent(_ field: TrackField)

    /// The record is complete.
    /// - Returns: whether another one is wanted.
    func endTrack() -> Bool
}
