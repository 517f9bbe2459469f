-- A transaction's events are numbered all at once: one step of the counter for each transaction, not one
-- for each event, of which a later one had to find its way past the traces of all earlier ones.

-- Numbers every event of its transaction, in the order in which they were written, as the last thing
-- the transaction does. The counter's row lock is held only until the commit that follows at once, and
-- orders commits as it orders numbers.
--
-- What is not numbered is of this transaction: no other's is visible, and none commits so. The trigger
-- runs for the first event first, so none of them was written before it; they are found from there on, at
-- the end of the log, by its key whatever the planner believes of a new table; what that is said to cost
-- must not have it compiled. (The index of what has no number leads past the traces of all that have got one.)
CREATE OR REPLACE FUNCTION number_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET jit = off AS $$
DECLARE
  numbered bigint;
BEGIN
  -- The first event's trigger has done the work of all. (Asked by the row alone: the index of what has
  -- no number yet would lead past the traces of all that have got one.)
  SELECT id INTO numbered FROM public.library_events WHERE row_id = NEW.row_id;
  IF numbered IS NOT NULL THEN
    RETURN NULL;
  END IF;
  PERFORM FROM public.library_state FOR UPDATE;
  UPDATE public.library_events event SET id = state.last_event_id + pending.place
  FROM public.library_state state,
       (SELECT row_id, row_number() OVER (ORDER BY row_id) AS place
        FROM public.library_events
        WHERE row_id >= NEW.row_id AND coalesce(id, 0) = 0) pending
  WHERE event.row_id = pending.row_id;
  GET DIAGNOSTICS numbered = ROW_COUNT;
  UPDATE public.library_state SET last_event_id = last_event_id + numbered;
  -- A hint for waiting readers.
  PERFORM pg_notify('velody_events', '');
  RETURN NULL;
END $$;

-- Counts a track in (1) or out (-1). Run only under the lock that count_change() takes. (In plpgsql, since
-- a function in SQL is planned anew for every track.)
CREATE OR REPLACE FUNCTION count_track(track tracks, change integer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.browse_albums AS known (name, owner, spelling, shown, shown_owner, track_count,
                                             duration_ms)
  SELECT each.*, change, change * track.duration_ms::bigint FROM public.album_of(track) AS each
  ON CONFLICT (name, owner, spelling) DO UPDATE
  SET track_count = known.track_count + EXCLUDED.track_count,
      duration_ms = known.duration_ms + EXCLUDED.duration_ms;
  INSERT INTO public.browse_artists AS known (name, spelling, shown, track_count, duration_ms)
  SELECT each.*, change, change * track.duration_ms::bigint FROM public.artists_of(track) AS each
  ON CONFLICT (name, spelling) DO UPDATE
  SET track_count = known.track_count + EXCLUDED.track_count,
      duration_ms = known.duration_ms + EXCLUDED.duration_ms;
  INSERT INTO public.browse_genres AS known (name, spelling, shown, track_count, duration_ms)
  SELECT each.*, change, change * track.duration_ms::bigint FROM public.genres_of(track) AS each
  ON CONFLICT (name, spelling) DO UPDATE
  SET track_count = known.track_count + EXCLUDED.track_count,
      duration_ms = known.duration_ms + EXCLUDED.duration_ms;
  INSERT INTO public.browse_artist_albums AS known (artist, album, owner, track_count)
  SELECT artist.name, album.name, album.owner, change
  FROM public.artists_of(track) AS artist, public.album_of(track) AS album
  ON CONFLICT (artist, album, owner) DO UPDATE
  SET track_count = known.track_count + EXCLUDED.track_count;
END $$;
