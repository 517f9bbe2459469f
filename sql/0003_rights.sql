-- What each role may do. The owner runs migrations; the roles themselves are made by sql/migrate,
-- since they belong to the cluster.

-- The application changes tracks and never removes them; the log and the counter it only reads:
-- triggers that run as the owner write them.
GRANT SELECT, INSERT, UPDATE ON devices, device_sync_cursors, artwork_assets, tracks, audio_assets,
  upload_sessions TO velody_app;
GRANT DELETE ON upload_sessions TO velody_app;
GRANT SELECT ON library_state, library_events, schema_migrations TO velody_app;

GRANT SELECT ON ALL TABLES IN SCHEMA public TO velody_backup;
GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO velody_backup;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO velody_backup;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON SEQUENCES TO velody_backup;

REVOKE EXECUTE ON FUNCTION version_track(), keep_track(), log_track(), number_event(),
  merge_actions(text, text) FROM PUBLIC;
