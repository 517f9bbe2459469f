-- The library: devices, tracks, their audio and pictures, upload sessions, and the change log.
--
-- Every invariant that SQL can state is stated here. Times are set by the application, or by
-- triggers where it says none. Identifiers are made by the application.

CREATE DOMAIN content_hash AS bytea CHECK (octet_length(VALUE) = 32);
CREATE DOMAIN display_text AS text CHECK (char_length(VALUE) BETWEEN 1 AND 1000);
CREATE DOMAIN release_year AS integer CHECK (VALUE BETWEEN 1000 AND 2999);
CREATE DOMAIN ordinal AS integer CHECK (VALUE BETWEEN 1 AND 9999);

-- Where the library stands. One row; the counter is bumped at commit, by trigger only.
CREATE TABLE library_state (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Changes when the database is restored from a backup.
  epoch         uuid NOT NULL DEFAULT gen_random_uuid(),
  last_event_id bigint NOT NULL DEFAULT 0 CHECK (last_event_id >= 0)
);
INSERT INTO library_state DEFAULT VALUES;

CREATE TABLE devices (
  id              uuid PRIMARY KEY,
  platform        text NOT NULL CHECK (platform IN ('macos', 'ios', 'ipados', 'watchos', 'android',
                                                    'linux', 'windows', 'web', 'cli', 'other')),
  device_name     display_text NOT NULL,
  app_version     display_text NOT NULL,
  -- A UUID of the client's making, kept by the installation.
  installation_id uuid UNIQUE,
  -- Only the token's digest is kept.
  token_hash      content_hash NOT NULL UNIQUE,
  created_at      timestamptz NOT NULL,
  last_seen_at    timestamptz,
  revoked_at      timestamptz
);

CREATE TABLE device_sync_cursors (
  device_id         uuid PRIMARY KEY REFERENCES devices,
  last_event_id     bigint NOT NULL CHECK (last_event_id >= 0),
  last_full_sync_at timestamptz,
  updated_at        timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE artwork_assets (
  id         uuid PRIMARY KEY,
  hash       content_hash NOT NULL UNIQUE,
  mime_type  text NOT NULL CHECK (mime_type IN ('image/jpeg', 'image/png', 'image/gif',
                                                'image/webp')),
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  width      integer NOT NULL CHECK (width > 0),
  height     integer NOT NULL CHECK (height > 0),
  created_at timestamptz NOT NULL
);

CREATE TABLE tracks (
  id               uuid PRIMARY KEY,
  -- Grows with every change, by trigger.
  version          bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  title            display_text,
  artist           display_text,
  artists          text[] NOT NULL DEFAULT '{}',
  album            display_text,
  album_artist     display_text,
  genre            display_text,
  genres           text[] NOT NULL DEFAULT '{}',
  disc_number      ordinal,
  disc_total       ordinal,
  track_number     ordinal,
  track_total      ordinal,
  year             release_year,
  duration_ms      integer NOT NULL CHECK (duration_ms >= 0),
  primary_asset_id uuid,
  artwork_id       uuid REFERENCES artwork_assets,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  deleted_at       timestamptz,
  -- Only a deleted track may have lost its audio.
  CHECK (primary_asset_id IS NOT NULL OR deleted_at IS NOT NULL),
  CHECK (array_position(artists, NULL) IS NULL AND array_position(genres, NULL) IS NULL)
);

CREATE TABLE audio_assets (
  id                uuid PRIMARY KEY,
  track_id          uuid NOT NULL REFERENCES tracks DEFERRABLE INITIALLY DEFERRED,
  hash              content_hash NOT NULL UNIQUE,
  mime_type         text NOT NULL CHECK (mime_type LIKE 'audio/%'),
  size_bytes        bigint NOT NULL CHECK (size_bytes > 0),
  duration_ms       integer NOT NULL CHECK (duration_ms >= 0),
  bit_rate_kbps     integer NOT NULL CHECK (bit_rate_kbps >= 0),
  sample_rate_hz    integer NOT NULL CHECK (sample_rate_hz > 0),
  channels          integer NOT NULL CHECK (channels > 0),
  encoder_delay     integer CHECK (encoder_delay >= 0),
  encoder_padding   integer CHECK (encoder_padding >= 0),
  warnings          text[] NOT NULL DEFAULT '{}',
  -- Shown, never used as a path.
  original_filename text NOT NULL CHECK (octet_length(original_filename) BETWEEN 1 AND 255),
  source_device_id  uuid REFERENCES devices,
  created_at        timestamptz NOT NULL,
  -- Since when it is not its track's primary audio any more.
  superseded_at     timestamptz,
  UNIQUE (track_id, id)
);

-- A track's primary audio is one of its own assets. The two are inserted in one transaction.
ALTER TABLE tracks ADD CONSTRAINT tracks_primary_asset_fkey
  FOREIGN KEY (id, primary_asset_id) REFERENCES audio_assets (track_id, id)
  DEFERRABLE INITIALLY DEFERRED;

CREATE INDEX tracks_newest ON tracks (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tracks_artwork ON tracks (artwork_id);

CREATE TABLE upload_sessions (
  id                uuid PRIMARY KEY,
  device_id         uuid NOT NULL REFERENCES devices,
  status            text NOT NULL CHECK (status IN ('receiving', 'complete', 'finalized',
                                                    'rejected', 'expired')),
  -- How many bytes are durable.
  offset_bytes      bigint NOT NULL DEFAULT 0 CHECK (offset_bytes >= 0),
  -- Not known beforehand for a direct upload.
  size_bytes        bigint CHECK (size_bytes > 0),
  hash              content_hash,
  is_direct         boolean NOT NULL,
  filename          text NOT NULL CHECK (octet_length(filename) BETWEEN 1 AND 255),
  hint              jsonb NOT NULL DEFAULT '{}',
  existing_track_id uuid REFERENCES tracks,
  -- The fencing number: who drew the newest may write.
  generation        bigint NOT NULL DEFAULT 0,
  created_at        timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL,
  track_id          uuid REFERENCES tracks,
  audio_asset_id    uuid,
  created_track     boolean,
  problem_code      text CHECK (problem_code IN ('hash-mismatch', 'unsupported-audio',
                                                 'invalid-audio')),
  problem_reason    text,
  problem_detail    text,
  detected_type     text,
  CHECK (is_direct OR (size_bytes IS NOT NULL AND hash IS NOT NULL)),
  CHECK (offset_bytes <= size_bytes),
  CHECK (status NOT IN ('complete', 'finalized') OR offset_bytes = size_bytes),
  CHECK ((status = 'finalized') = (track_id IS NOT NULL)),
  CHECK (num_nulls(track_id, audio_asset_id, created_track) IN (0, 3)),
  CHECK ((status = 'rejected') = (problem_code IS NOT NULL)),
  CHECK (num_nulls(problem_code, problem_detail) IN (0, 2))
);

-- A device that prepares the same content again gets its open session back.
CREATE UNIQUE INDEX upload_sessions_open ON upload_sessions (device_id, hash, size_bytes)
  WHERE status IN ('receiving', 'complete') AND NOT is_direct;
CREATE INDEX upload_sessions_device ON upload_sessions (device_id, created_at DESC, id DESC);
CREATE INDEX upload_sessions_expiry ON upload_sessions (expires_at);

-- The change log. Append-only; numbered at commit, so that `id` is gapless and in commit order.
-- (An identity column numbers rows at INSERT: readers would miss what commits late.)
CREATE TABLE library_events (
  row_id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id              bigint UNIQUE,
  entity_type     text NOT NULL CHECK (entity_type IN ('track')),
  entity_id       uuid NOT NULL,
  action          text NOT NULL CHECK (action IN ('create', 'update', 'delete', 'restore')),
  version         bigint NOT NULL CHECK (version > 0),
  payload_version integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now()
);

-- One event per entity and transaction: until it is numbered, a row takes further changes in.
CREATE UNIQUE INDEX library_events_pending ON library_events (entity_type, entity_id)
  WHERE id IS NULL;
CREATE INDEX library_events_entity ON library_events (entity_type, entity_id, id DESC);
