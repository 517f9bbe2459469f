/// What a ``StorageID`` identifies.
package enum StorageKind {}

/// Tells one storage from another, for as long as it lives; it moves with the storage's files.
package typealias StorageID = Identifier<StorageKind>
