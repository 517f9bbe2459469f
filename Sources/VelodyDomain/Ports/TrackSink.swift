package import FoundationEssentials

/// Takes tracks field by field, so that a page of them needs neither values nor strings in between.
///
/// Passed `inout`, so that no call has to check at run time that nobody else is writing. Between
/// ``beginTrack()`` and ``endTrack()`` every ``TrackField`` is told once, in the enumeration's order, as
/// one value or as ``absent(_:)``. Bytes are lent for the call.
package protocol TrackSink {
    mutating func beginTrack()

    /// An identifier.
    mutating func identifier(_ field: TrackField, _ value: UUID)

    /// The 32 bytes of a SHA-256.
    mutating func digest(_ field: TrackField, _ bytes: Span<UInt8>)

    /// A text, in UTF-8.
    mutating func text(_ field: TrackField, _ utf8: Span<UInt8>)

    /// A list of texts begins: ``element(_:)`` for each, then ``endList()``.
    mutating func beginList(_ field: TrackField)
    mutating func element(_ utf8: Span<UInt8>)
    mutating func endList()

    mutating func number(_ field: TrackField, _ value: Int64)
    mutating func moment(_ field: TrackField, _ value: Timestamp)
    mutating func type(_ field: TrackField, _ value: MediaType)

    /// The field has no value; without an `artworkID` none of the picture's fields has.
    mutating func absent(_ field: TrackField)

    /// The record is complete.
    /// - Returns: whether another one is wanted.
    mutating func endTrack() -> Bool
}
