-- Reading a stored file anew.

-- When that last told something new of a track. What is new may lie in its audio alone: by this the
-- track still gets its version and its event.
ALTER TABLE tracks ADD COLUMN reread_at timestamptz;
