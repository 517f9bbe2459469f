-- What keeps the change log short, and what starts a new one after a restore.

-- Removes events that a newer one of the same entity supersedes, oldest first, at most so many; tells
-- how many. Every cursor stays valid: whatever a device has not seen, the newest event of each entity
-- still tells, and leads to its current state or its tombstone. A reader between two pages misses
-- nothing, since what is removed has a successor further on.
CREATE FUNCTION compact_events(at_most integer DEFAULT 10000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  removed integer;
BEGIN
  DELETE FROM public.library_events WHERE row_id IN (
    SELECT old.row_id FROM public.library_events old
    WHERE old.id IS NOT NULL AND EXISTS (
      SELECT FROM public.library_events new
      WHERE new.entity_type = old.entity_type AND new.entity_id = old.entity_id
        AND new.id > old.id)
    ORDER BY old.id LIMIT at_most);
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;

-- To be run once after the database was restored from a backup: numbers that were given out after the
-- backup will be given out again, for other events. No cursor of before means anything any more, and
-- every device begins anew. Tells the new epoch.
CREATE FUNCTION begin_epoch() RETURNS uuid
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  begun uuid;
BEGIN
  UPDATE public.library_state SET epoch = gen_random_uuid() RETURNING epoch INTO STRICT begun;
  DELETE FROM public.device_sync_cursors;
  -- Whoever waits for an event learns that there is another log.
  PERFORM pg_notify('velody_events', '');
  RETURN begun;
END $$;

REVOKE EXECUTE ON FUNCTION compact_events(integer), begin_epoch() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION compact_events(integer) TO velody_app;
