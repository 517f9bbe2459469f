package import VelodyDomain

/// What of the configuration decides about a file; all of it has a default.
package struct InspectionSettings: Sendable {
    /// The media types that are stored, such as `audio/mpeg`.
    package let allowedAudioTypes: Set<String>
    /// What parts the artists of one text; nothing, unless the owner says so.
    package let artistSeparators: ArtistSeparators
    /// The path of `velody-inspect`.
    package let inspectProgram: String

    /// Reads and checks an environment; `velody-inspect` is expected in `programFolder`.
    ///
    /// Throws every problem at once.
    package init(_ environment: [String: String], programFolder: String) throws(SettingsError) {
        var reader = SettingsReader(environment)
        self.init(&reader, programFolder: programFolder)
        if !reader.problems.isEmpty { throw SettingsError(problems: reader.problems) }
    }

    init(_ reader: inout SettingsReader, programFolder: String) {
        allowedAudioTypes = Self.audioTypes(&reader)
        artistSeparators = ArtistSeparators(
            Self.list(&reader, "ARTIST_SEPARATORS"),
            exceptions: Self.list(&reader, "ARTIST_EXCEPTIONS"))
        inspectProgram = reader.optional("INSPECT_PROGRAM") ?? programFolder + "/velody-inspect"
    }

    /// Texts with a `|` between them, spaces around which are no part of them.
    private static func list(_ reader: inout SettingsReader, _ name: String) -> [String] {
        (reader.optional(name) ?? "").split(separator: "|").compactMap {
            CleanText.clean(String($0))
        }
    }

    private static func audioTypes(_ reader: inout SettingsReader) -> Set<String> {
        let name = "ALLOWED_AUDIO_TYPES"
        let text = reader.optional(name) ?? MediaType.mp3.rawValue
        let types = text.split(separator: ",").map { name in
            MediaType.songs(named: name.filter { $0 != " " })
        }
        if types.isEmpty || types.contains(where: \.isEmpty) {
            reader.complain(
                name,
                "must list types from: audio/mpeg, audio/flac, audio/mp4, audio/ogg, "
                    + "audio/opus, audio/wav")
        }
        return Set(types.joined().map(\.rawValue))
    }
}
