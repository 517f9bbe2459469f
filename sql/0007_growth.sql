-- How the library grows: what came each day, less what went. The sums are its size, which is so
-- known without counting a million rows.
CREATE TABLE library_growth (
  -- In UTC.
  day   date NOT NULL,
  -- Active tracks, tombstones, and stored files of songs and of pictures.
  what  text NOT NULL CHECK (what IN ('track', 'deleted-track', 'audio', 'artwork')),
  count bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (day, what)
);
GRANT SELECT ON library_growth TO velody_app;

-- Counts a change as its transaction commits, under the lock of the counter of events, as
-- count_change() does and for the same reason: writers cannot deadlock.
CREATE FUNCTION grow(subject text, change bigint, size bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.library_state FOR UPDATE;
  INSERT INTO public.library_growth AS known (day, what, count, bytes)
  VALUES ((now() AT TIME ZONE 'UTC')::date, subject, change, change * size)
  ON CONFLICT (day, what) DO UPDATE
  SET count = known.count + EXCLUDED.count, bytes = known.bytes + EXCLUDED.bytes;
END $$;

CREATE FUNCTION grow_tracks() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  names CONSTANT text[] := ARRAY['track', 'deleted-track'];
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM public.grow(names[1 + (NEW.deleted_at IS NOT NULL)::integer], 1, 0);
  ELSIF (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) THEN
    PERFORM public.grow(names[1 + (NEW.deleted_at IS NOT NULL)::integer], 1, 0);
    PERFORM public.grow(names[1 + (OLD.deleted_at IS NOT NULL)::integer], -1, 0);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER grow_tracks AFTER INSERT OR UPDATE OF deleted_at ON tracks
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION grow_tracks();

CREATE FUNCTION grow_audio() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM public.grow('audio', 1, NEW.size_bytes);
  ELSIF (OLD.collected_at IS NULL) <> (NEW.collected_at IS NULL) THEN
    PERFORM public.grow('audio', CASE WHEN NEW.collected_at IS NULL THEN 1 ELSE -1 END,
                        NEW.size_bytes);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER grow_audio AFTER INSERT OR UPDATE OF collected_at ON audio_assets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION grow_audio();

CREATE FUNCTION grow_artwork() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM public.grow('artwork', 1, NEW.size_bytes);
  ELSE
    PERFORM public.grow('artwork', -1, OLD.size_bytes);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER grow_artwork AFTER INSERT OR DELETE ON artwork_assets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION grow_artwork();

-- Counts everything anew, by the times that the records tell: after rows were written past the
-- triggers. May run beside the server, whose writers wait meanwhile.
CREATE FUNCTION recount_growth() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.library_state FOR UPDATE;
  DELETE FROM public.library_growth;
  INSERT INTO public.library_growth (day, what, count, bytes)
  SELECT (at AT TIME ZONE 'UTC')::date, what, sum(change), sum(change * size)
  FROM (
    SELECT created_at, 'track', 1, 0 FROM public.tracks
    UNION ALL
    SELECT deleted_at, 'track', -1, 0 FROM public.tracks WHERE deleted_at IS NOT NULL
    UNION ALL
    SELECT deleted_at, 'deleted-track', 1, 0 FROM public.tracks WHERE deleted_at IS NOT NULL
    UNION ALL
    SELECT created_at, 'audio', 1, size_bytes FROM public.audio_assets
    UNION ALL
    SELECT collected_at, 'audio', -1, size_bytes FROM public.audio_assets
    WHERE collected_at IS NOT NULL
    UNION ALL
    SELECT created_at, 'artwork', 1, size_bytes FROM public.artwork_assets
  ) AS happened (at, what, change, size)
  GROUP BY 1, 2;
END $$;

DO $$ BEGIN PERFORM recount_growth(); END $$;

REVOKE EXECUTE ON FUNCTION grow(text, bigint, bigint), grow_tracks(), grow_audio(), grow_artwork(),
  recount_growth() FROM PUBLIC;
