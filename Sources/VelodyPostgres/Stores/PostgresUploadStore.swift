package import VelodyDomain

/// Upload sessions in PostgreSQL.
package struct PostgresUploadStore: UploadStore {
    private let session: PostgresSession

    package init(_ session: PostgresSession) { self.session = session }

    package func open(
        _ upload: UploadSession
    ) throws(StoreError) -> (session: UploadSession, isNew: Bool) {
        // An open session may end between the two statements: then it is tried anew.
        for _ in 1...3 {
            if let opened = try insert(upload) { return (opened, true) }
            if let known = try updateOpenSession(like: upload) { return (known, false) }
        }
        throw StoreError(.unavailable, "open sessions come and go")
    }

    package func find(_ id: UploadID) throws(StoreError) -> UploadSession? {
        try session.first(
            "SELECT \(UploadRow.columns) FROM upload_sessions WHERE id = \(id)", UploadRow.read)
    }

    package func list(
        of device: DeviceID, status: UploadSession.Status?, now: Timestamp, limit: Int
    ) throws(StoreError) -> [UploadSession] {
        try session.query(
            """
            SELECT \(UploadRow.columns) FROM upload_sessions
            WHERE device_id = \(device)
              AND (\(status?.rawValue)::text IS NULL OR \(status?.rawValue) =
                CASE WHEN status IN ('receiving', 'complete') AND expires_at <= \(now)
                     THEN 'expired' ELSE status END)
            ORDER BY created_at DESC, id DESC LIMIT \(limit)
            """, UploadRow.read)
    }

    package func acquire(_ id: UploadID) throws(StoreError) -> UploadSession? {
        try session.first(
            """
            UPDATE upload_sessions SET generation = generation + 1
            WHERE id = \(id) RETURNING \(UploadRow.columns)
            """, UploadRow.read)
    }

    package func save(_ upload: UploadSession) throws(StoreError) -> Bool {
        try save(upload, "is_direct")
    }

    package func reopen(_ upload: UploadSession) throws(StoreError) -> Bool {
        try save(upload, "true")
    }

    private func save(_ upload: UploadSession, _ isDirect: Statement) throws(StoreError) -> Bool {
        let saved = try session.first(
            """
            UPDATE upload_sessions SET is_direct = \(isDirect),
              status = \(upload.status.rawValue), offset_bytes = \(upload.offset),
              size_bytes = \(upload.sizeBytes), hash = \(upload.content),
              expires_at = \(upload.expiresAt), problem_code = \(upload.problem?.code.rawValue),
              problem_reason = \(upload.problem?.reason),
              problem_detail = \(upload.problem?.detail),
              detected_type = \(upload.problem?.detectedType)
            WHERE id = \(upload.id) AND generation = \(upload.generation) RETURNING 1
            """
        ) { _ in true }
        return saved ?? false
    }

    package func delete(_ id: UploadID) throws(StoreError) -> UploadSession? {
        let deleted = try session.first(
            """
            DELETE FROM upload_sessions WHERE id = \(id) AND status <> 'finalized'
            RETURNING \(UploadRow.columns)
            """, UploadRow.read)
        if let deleted { return deleted }
        return try find(id)
    }

    package func forgetExpired(before moment: Timestamp) throws(StoreError) {
        try session.run(
            """
            DELETE FROM upload_sessions
            WHERE status IN ('receiving', 'complete', 'expired') AND expires_at < \(moment)
            """)
    }

    private func insert(_ upload: UploadSession) throws(StoreError) -> UploadSession? {
        try session.run(
            """
            UPDATE upload_sessions SET status = 'expired'
            WHERE device_id = \(upload.device) AND hash = \(upload.content)
              AND status IN ('receiving', 'complete') AND expires_at <= \(upload.createdAt)
            """)
        return try session.first(
            """
            INSERT INTO upload_sessions (id, device_id, status, offset_bytes, size_bytes, hash,
              is_direct, filename, hint, existing_track_id, created_at, expires_at)
            VALUES (\(upload.id), \(upload.device), \(upload.status.rawValue), \(upload.offset),
              \(upload.sizeBytes), \(upload.content), \(upload.content == nil), \(upload.filename),
              \(MetadataColumn.text(upload.hint)), \(upload.existingTrack), \(upload.createdAt),
              \(upload.expiresAt))
            ON CONFLICT (device_id, hash, size_bytes)
              WHERE status IN ('receiving', 'complete') AND NOT is_direct DO NOTHING
            RETURNING \(UploadRow.columns)
            """, UploadRow.read)
    }

    private func updateOpenSession(
        like upload: UploadSession
    ) throws(StoreError) -> UploadSession? {
        try session.first(
            """
            UPDATE upload_sessions SET
              filename = \(upload.filename), hint = \(MetadataColumn.text(upload.hint)),
              existing_track_id = \(upload.existingTrack)
            WHERE device_id = \(upload.device) AND hash = \(upload.content)
              AND size_bytes = \(upload.sizeBytes) AND NOT is_direct
              AND status IN ('receiving', 'complete')
            RETURNING \(UploadRow.columns)
            """, UploadRow.read)
    }
}
