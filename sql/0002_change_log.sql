-- How the change log is written: by triggers, so that no code path, nor a hand with psql, forgets it.

-- Every real change of a track gets a new version; a change of nothing is not one.
CREATE FUNCTION version_track() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  stamped timestamptz := NEW.updated_at;
BEGIN
  NEW.version := OLD.version;
  NEW.updated_at := OLD.updated_at;
  IF NEW IS NOT DISTINCT FROM OLD THEN
    RETURN NULL;
  END IF;
  NEW.version := OLD.version + 1;
  NEW.updated_at := CASE WHEN stamped = OLD.updated_at THEN now() ELSE stamped END;
  RETURN NEW;
END $$;

CREATE TRIGGER version_track BEFORE UPDATE ON tracks
  FOR EACH ROW EXECUTE FUNCTION version_track();

-- A device that was away has to learn of a deletion: the row stays as its tombstone.
CREATE FUNCTION keep_track() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'tracks are never removed' USING HINT = 'Set deleted_at instead.';
END $$;

CREATE TRIGGER keep_track BEFORE DELETE ON tracks
  FOR EACH ROW EXECUTE FUNCTION keep_track();
CREATE TRIGGER keep_tracks BEFORE TRUNCATE ON tracks
  FOR EACH STATEMENT EXECUTE FUNCTION keep_track();

-- What one transaction did to one track, as one action.
CREATE FUNCTION merge_actions(earlier text, later text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN earlier = 'create' AND later IN ('update', 'restore') THEN 'create'
    WHEN earlier = 'delete' AND later = 'restore' THEN 'update'
    WHEN earlier = 'restore' AND later = 'update' THEN 'restore'
    ELSE later
  END
$$;

CREATE FUNCTION log_track() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  happened text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    happened := 'create';
  ELSIF OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL THEN
    happened := 'delete';
  ELSIF OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL THEN
    happened := 'restore';
  ELSE
    happened := 'update';
  END IF;
  INSERT INTO public.library_events AS logged (entity_type, entity_id, action, version)
  VALUES ('track', NEW.id, happened, NEW.version)
  ON CONFLICT (entity_type, entity_id) WHERE id IS NULL
  DO UPDATE SET action = public.merge_actions(logged.action, EXCLUDED.action),
                version = EXCLUDED.version;
  RETURN NULL;
END $$;

CREATE TRIGGER log_track AFTER INSERT OR UPDATE ON tracks
  FOR EACH ROW EXECUTE FUNCTION log_track();

-- Numbers an event as the last thing its transaction does. The counter's row lock is held only
-- until the commit that follows at once, and orders commits as it orders numbers.
CREATE FUNCTION number_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  number bigint;
BEGIN
  UPDATE public.library_state SET last_event_id = last_event_id + 1
  RETURNING last_event_id INTO STRICT number;
  UPDATE public.library_events SET id = number WHERE row_id = NEW.row_id;
  -- A hint for waiting readers; one per transaction, since equal notifications are merged.
  PERFORM pg_notify('velody_events', '');
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER number_event AFTER INSERT ON library_events
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION number_event();
