package import VelodyDomain

extension ServiceError {
    /// Translates a failure of the database.
    init(_ error: StoreError) {
        switch error.code {
        case .unavailable:
            self.init(
                .unavailable, "The database cannot be reached at the moment.", retryAfter: 2,
                diagnostic: error.diagnostic)
        case .noSuchTrack:
            self.init(.trackNotFound, "The track named by existingTrackId does not exist.")
        case .superseded:
            self.init(
                .uploadTakenOver, "Another request took this upload over.",
                diagnostic: error.diagnostic)
        case .revoked: self = .revoked
        case .unexpected:
            self.init(.internal, "Something went wrong.", diagnostic: error.diagnostic)
        }
    }

    /// What a device hears that was revoked while its request ran.
    static var revoked: ServiceError {
        ServiceError(.unauthorized, "The device was revoked.")
    }

    /// Translates a failure of the file storage.
    init(_ error: StorageError) {
        switch error.code {
        case .insufficientSpace:
            self.init(
                .insufficientStorage, "There is not enough room on the server.",
                diagnostic: error.diagnostic)
        case .locked:
            self.init(
                .uploadLocked, "Another request is using this upload and did not yield.",
                retryAfter: 5, diagnostic: error.diagnostic)
        case .unavailable:
            self.init(
                .unavailable, "The storage cannot be used at the moment.", retryAfter: 30,
                diagnostic: error.diagnostic)
        case .missing, .unexpected:
            self.init(.internal, "Something went wrong.", diagnostic: error.diagnostic)
        }
    }

    /// Translates a failure to inspect, which says nothing about the file.
    init(_ error: InspectionError) {
        self.init(
            .unavailable, "The file could not be inspected at the moment.", retryAfter: 10,
            diagnostic: error.diagnostic)
    }

    /// Translates a remembered refusal.
    init(_ problem: UploadProblem) {
        var facts: [Fact] = []
        if let type = problem.detectedType { facts.append(.detectedType(type)) }
        if let reason = problem.reason { facts.append(.reason(reason)) }
        self.init(Self.code(of: problem), problem.detail, facts: facts)
    }

    /// The contract's code of a remembered refusal.
    package static func code(of problem: UploadProblem) -> Code {
        switch problem.code {
        case .hashMismatch: .hashMismatch
        case .unsupportedAudio: .unsupportedAudio
        case .invalidAudio: .invalidAudio
        }
    }
}

/// Runs a port's function, translating its error once.
func store<R>(_ body: () throws(StoreError) -> R) throws(ServiceError) -> R {
    do { return try body() } catch { throw ServiceError(error) }
}

/// Runs a port's function, translating its error once.
func storage<R>(_ body: () throws(StorageError) -> R) throws(ServiceError) -> R {
    do { return try body() } catch { throw ServiceError(error) }
}
