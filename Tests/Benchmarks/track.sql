-- What GET /tracks/{id} asks the database: whose token it is, and the record.
SELECT d.id, d.platform, d.device_name, d.app_version, d.created_at, d.last_seen_at, d.revoked_at,
       (SELECT c.last_event_id FROM device_sync_cursors c WHERE c.device_id = d.id)
FROM devices d WHERE d.token_hash = '\x@TOKEN_HASH@' AND d.revoked_at IS NULL;
SELECT t.id, t.version, t.title, t.artist, t.artists, t.album, t.album_artist, t.genre, t.genres,
       t.disc_number, t.disc_total, t.track_number, t.track_total, t.year, t.created_at,
       t.updated_at, t.deleted_at, a.id, a.hash, a.mime_type, a.size_bytes, a.duration_ms,
       a.bit_rate_kbps, a.sample_rate_hz, a.channels, a.encoder_delay, a.encoder_padding,
       a.warnings, a.original_filename, a.source_device_id, a.created_at,
       p.id, p.hash, p.mime_type, p.size_bytes, p.width, p.height, p.created_at
FROM tracks t JOIN audio_assets a ON a.id = t.primary_asset_id
LEFT JOIN artwork_assets p ON p.id = t.artwork_id WHERE t.id = '@TRACK@';
