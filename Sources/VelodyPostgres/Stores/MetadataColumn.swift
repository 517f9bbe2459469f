import FoundationEssentials
import VelodyDomain

/// What is said of a song, as a `jsonb` column.
enum MetadataColumn {
    /// The column's text.
    static func text(_ value: some Encodable) -> String {
        // Encoding strings and numbers cannot fail.
        (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// Metadata, where `{}` says nothing.
    static func read(_ text: String) throws(PostgresError) -> TrackMetadata {
        guard text != "{}" else { return TrackMetadata() }
        return try decode(TrackMetadata.self, text)
    }

    static func readEdits(_ text: String) throws(PostgresError) -> TrackEdits {
        try decode(TrackEdits.self, text)
    }

    private static func decode<T: Decodable>(
        _ type: T.Type, _ text: String
    ) throws(PostgresError) -> T {
        do { return try JSONDecoder().decode(type, from: Data(text.utf8)) } catch {
            throw PostgresError(.unexpectedRow, "jsonb is not metadata")
        }
    }
}
