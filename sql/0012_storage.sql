-- Which storage belongs to this library: the identity in its file VELODY. NULL until one was taken.
ALTER TABLE library_state ADD COLUMN storage_id uuid;
GRANT UPDATE (storage_id) ON library_state TO velody_app;
