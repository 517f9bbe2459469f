-- What one transaction did to one track, as one action: from how it was before to how it is after. The
-- action so far tells how it was before (absent, unless it says otherwise active or deleted as it is now),
-- so that a track that was deleted never lives again but through a restore, and every track has one create.
CREATE OR REPLACE FUNCTION merge_actions(earlier text, later text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN earlier = 'create' THEN 'create'
    WHEN later = 'update' THEN earlier
    WHEN earlier = 'update' THEN later
    -- Deleted and restored, or the other way round: it is as it was.
    ELSE 'update'
  END
$$;
