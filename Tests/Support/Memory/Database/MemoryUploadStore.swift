import VelodyDomain

/// Upload sessions in memory.
struct MemoryUploadStore: UploadStore {
    let database: MemoryDatabase

    func open(
        _ session: UploadSession
    ) throws(StoreError) -> (session: UploadSession, isNew: Bool) {
        let stored = try database.transact { records throws(StoreError) in
            let alike = records.uploads.values.first { known in
                known.device == session.device && known.content == session.content
                    && known.sizeBytes == session.sizeBytes && !records.direct.contains(known.id)
                    && [.receiving, .complete].contains(known.status(at: session.createdAt))
            }
            if var alike {
                alike.filename = session.filename
                alike.hint = session.hint
                alike.existingTrack = session.existingTrack
                records.uploads[alike.id] = alike
                return alike
            }
            records.uploads[session.id] = session
            if session.content == nil { records.direct.insert(session.id) }
            return session
        }
        return (stored, stored.id == session.id)
    }

    func find(_ id: UploadID) throws(StoreError) -> UploadSession? {
        try database.transact { records throws(StoreError) in records.uploads[id] }
    }

    func list(
        of device: DeviceID, status: UploadSession.Status?, now: Timestamp, limit: Int
    ) throws(StoreError) -> [UploadSession] {
        try database.transact { records throws(StoreError) in
            let found = records.uploads.values.filter {
                $0.device == device && (status == nil || $0.status(at: now) == status)
            }
            let sorted = found.sorted {
                ($0.createdAt, $0.id.description) > ($1.createdAt, $1.id.description)
            }
            return Array(sorted.prefix(limit))
        }
    }

    func acquire(_ id: UploadID) throws(StoreError) -> UploadSession? {
        try database.transact { records throws(StoreError) in
            records.uploads[id]?.generation += 1
            return records.uploads[id]
        }
    }

    func reopen(_ session: UploadSession) throws(StoreError) -> Bool {
        guard try save(session) else { return false }
        return try database.transact { records throws(StoreError) in
            records.direct.insert(session.id)
            return true
        }
    }

    func save(_ session: UploadSession) throws(StoreError) -> Bool {
        try database.transact { records throws(StoreError) in
            guard var row = records.uploads[session.id], row.generation == session.generation
            else { return false }
            row.status = session.status
            row.offset = session.offset
            row.sizeBytes = session.sizeBytes
            row.content = session.content
            row.expiresAt = session.expiresAt
            row.problem = session.problem
            records.uploads[session.id] = row
            return true
        }
    }

    func delete(_ id: UploadID) throws(StoreError) -> UploadSession? {
        try database.transact { records throws(StoreError) in
            guard let session = records.uploads[id] else { return nil }
            if session.status != .finalized { records.uploads[id] = nil }
            return session
        }
    }

    func forgetExpired(before moment: Timestamp) throws(StoreError) {
        try database.transact { records throws(StoreError) in
            records.uploads = records.uploads.filter { _, session in
                session.expiresAt >= moment || [.finalized, .rejected].contains(session.status)
            }
        }
    }
}
