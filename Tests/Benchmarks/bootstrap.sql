-- The columns of a bootstrap's records, of all active tracks.
SELECT t.id, t.version, t.title, t.artist, t.artists, t.album, t.album_artist, t.genre, t.genres,
       t.disc_number, t.disc_total, t.track_number, t.track_total, t.year, t.duration_ms,
       CASE WHEN t.deleted_at IS NULL THEN 'active' ELSE 'deleted' END,
       t.created_at, t.updated_at, t.deleted_at,
       a.id, a.hash, a.mime_type, a.size_bytes, a.bit_rate_kbps, a.sample_rate_hz, a.channels,
       a.duration_ms, a.encoder_delay, a.encoder_padding, a.warnings, a.original_filename,
       a.source_device_id, a.created_at,
       p.id, p.hash, p.mime_type, p.width, p.height, p.size_bytes
FROM tracks t JOIN audio_assets a ON a.id = t.primary_asset_id
LEFT JOIN artwork_assets p ON p.id = t.artwork_id
WHERE t.deleted_at IS NULL ORDER BY t.id;
