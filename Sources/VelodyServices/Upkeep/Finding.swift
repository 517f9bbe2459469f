package import VelodyDomain

/// Something that is not as it should be, or was put right.
package struct Finding: Equatable, Sendable {
    /// What it is.
    package enum Kind: String, Sendable, CaseIterable {
        case missing
        case wrongSize = "wrong-size"
        case wrongHash = "wrong-hash"
        case unreadable
        /// A blob, or what was to replace one, that no record refers to.
        case orphan
        /// What is no blob by its place and name.
        case stray
        /// A wrong owner, group or mode.
        case wrongAccess = "wrong-access"
        /// What was noted as damaged and is whole.
        case whole

        init(_ damage: Damage) {
            self =
                switch damage {
                case .missing: .missing
                case .wrongSize: .wrongSize
                case .wrongHash: .wrongHash
                case .unreadable: .unreadable
                }
        }
    }

    /// What became of it.
    package enum Outcome: String, Sendable, CaseIterable {
        case repaired
        /// Uploading the same file again heals it.
        case uploadAgain = "upload-again"
        /// Harmless: collecting removes it in time.
        case collect
        /// Repairing puts it right.
        case repair
        /// Only the operator can say what it is for.
        case byHand = "by-hand"
    }

    package let kind: Kind
    /// Below the storage root.
    package let path: String
    /// What the file is, or should be; nil for what is no blob.
    package let content: ContentHash?
    package let outcome: Outcome

    package init(kind: Kind, path: String, content: ContentHash?, outcome: Outcome) {
        self.kind = kind
        self.path = path
        self.content = content
        self.outcome = outcome
    }
}
