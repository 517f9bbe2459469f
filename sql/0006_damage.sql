-- What became of stored files after they were published: damage that was found, audio that was
-- collected.

-- Contents that records refer to and whose file was found missing or damaged. Publishing the same
-- content again takes the row away.
CREATE TABLE damaged_blobs (
  hash     content_hash PRIMARY KEY,
  damage   text NOT NULL CHECK (damage IN ('missing', 'wrong-size', 'wrong-hash', 'unreadable')),
  found_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON damaged_blobs TO velody_app;

-- Since when its file is given up: it was superseded, or its track deleted, long enough ago. The
-- record stays, so that the same content finds its track again.
ALTER TABLE audio_assets ADD COLUMN collected_at timestamptz;
CREATE INDEX audio_assets_superseded ON audio_assets (superseded_at)
  WHERE superseded_at IS NOT NULL AND collected_at IS NULL;
CREATE INDEX tracks_deleted ON tracks (deleted_at) WHERE deleted_at IS NOT NULL;

-- The library only ever shows audio that is there.
CREATE FUNCTION require_audio() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.deleted_at IS NULL AND EXISTS (
    SELECT FROM public.audio_assets a
    WHERE a.id = NEW.primary_asset_id AND a.collected_at IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'the audio of this track is collected'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'tracks_audio_is_there';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER require_audio AFTER UPDATE OF deleted_at, primary_asset_id ON tracks
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audio();
REVOKE EXECUTE ON FUNCTION require_audio() FROM PUBLIC;

-- Pictures that no track shows any more are collected, with their rows.
GRANT DELETE ON artwork_assets TO velody_app;
