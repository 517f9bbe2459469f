/// One file to look into; its descriptors are closed when it goes.
package struct InspectionJob: ~Copyable {
    /// Read-only.
    package let audio: OwnedDescriptor
    /// Receives the chosen picture.
    package let picture: OwnedDescriptor
}
