import VelodyDomain

/// How a session lies in its row.
enum UploadRow {
    static let columns: Statement = """
        id, device_id, status, offset_bytes, size_bytes, hash, filename, hint::text,
        existing_track_id, generation, created_at, expires_at, track_id, audio_asset_id,
        created_track, problem_code, problem_reason, problem_detail, detected_type
        """

    static func read(_ row: inout Row) throws(PostgresError) -> UploadSession {
        var session = UploadSession(
            id: try row.id(), device: try row.id(),
            status: try row.choice(UploadSession.Status.self), offset: Int64(try row.integer()),
            sizeBytes: try row.optionalInteger().map { Int64($0) },
            content: try row.optionalHash(), filename: try row.text(),
            hint: try MetadataColumn.read(row.text()), existingTrack: try row.optionalID(),
            generation: Int64(try row.integer()), createdAt: try row.timestamp(),
            expiresAt: try row.timestamp())
        session.result = try result(&row)
        session.problem = try problem(&row)
        return session
    }

    private static func result(_ row: inout Row) throws(PostgresError) -> UploadResult? {
        let track: TrackID? = try row.optionalID()
        let asset: AudioAssetID? = try row.optionalID()
        let created = try row.optionalFlag()
        guard let track, let asset, let created else { return nil }
        return UploadResult(track: track, asset: asset, created: created)
    }

    private static func problem(_ row: inout Row) throws(PostgresError) -> UploadProblem? {
        if row.nextIsNull {
            row.skip(4)
            return nil
        }
        return UploadProblem(
            code: try row.choice(UploadProblem.Code.self), reason: try row.optionalText(),
            detail: try row.text(), detectedType: try row.optionalText())
    }
}
