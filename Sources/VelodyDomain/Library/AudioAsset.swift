/// One content of a track: a file in the library's storage, never changed once published.
package struct AudioAsset: Equatable, Sendable {
    package let id: AudioAssetID
    package var content: StoredContent
    package var properties: AudioProperties
    /// Stable codes of what is odd about the file, as ``InspectionReport`` lists them.
    package var warnings: [String]
    /// The name it was uploaded under; never a path.
    package var originalFilename: String
    package var sourceDevice: DeviceID?
    package var createdAt: Timestamp

    package init(
        id: AudioAssetID, content: StoredContent, properties: AudioProperties, warnings: [String],
        originalFilename: String, sourceDevice: DeviceID?, createdAt: Timestamp
    ) {
        self.id = id
        self.content = content
        self.properties = properties
        self.warnings = warnings
        self.originalFilename = originalFilename
        self.sourceDevice = sourceDevice
        self.createdAt = createdAt
    }
}
