package import FoundationEssentials

/// A UUID that knows what it identifies, so that a track's cannot be passed for a device's.
///
/// Its text form is lower case, as in RFC 9562 section 4.
package struct Identifier<Entity>: Hashable, Sendable, CustomStringConvertible {
    package let uuid: UUID

    package init(_ uuid: UUID) { self.uuid = uuid }

    /// Reads the 36-character text form, in either case; anything else is nil.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 36, let uuid = UUID(uuidString: String(text)) else { return nil }
        self.uuid = uuid
    }

    /// Makes a version 4 identifier (RFC 9562 section 5.4) from 16 random bytes.
    package init(random bytes: [UInt8]) {
        self.init(version: 4, bytes)
    }

    /// Makes a version 7 identifier (RFC 9562 section 5.7): the moment's milliseconds, then 74 bits of
    /// 16 random bytes.
    ///
    /// What is made together lies together in tables and indexes. Nothing relies on the order.
    package init(at moment: Timestamp, random bytes: [UInt8]) {
        let milliseconds = UInt64(bitPattern: moment.microseconds / 1_000)
        let time = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * $0)) }
        self.init(version: 7, time + bytes.dropFirst(6))
    }

    private init(version: UInt8, _ bytes: [UInt8]) {
        precondition(bytes.count == 16, "an identifier is made from 16 bytes")
        var b = bytes
        b[6] = b[6] & 0x0F | version << 4
        b[8] = b[8] & 0x3F | 0x80
        uuid = UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
                b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            ))
    }

    package var description: String { uuid.uuidString.lowercased() }
}

/// Identifies a track.
package typealias TrackID = Identifier<Track>
/// Identifies an audio asset: one content that belongs, or belonged, to a track.
package typealias AudioAssetID = Identifier<AudioAsset>
/// Identifies a picture.
package typealias ArtworkID = Identifier<Artwork>
/// Identifies an upload session.
package typealias UploadID = Identifier<UploadSession>
/// Identifies a device.
package typealias DeviceID = Identifier<Device>
