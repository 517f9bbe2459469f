-- Fills an empty, migrated database with a made-up library, for measuring and for EXPLAIN.
--
--   psql -v tracks=1000000 -f Tests/Benchmarks/library.sql CONNECTION
--
-- Needs a superuser: triggers are passed over, and what they would have written is made at once.
-- The same number of tracks gives the same library. A twelfth as many albums, a fortieth as many
-- artists; words and genres are as unevenly common as real ones; a tenth is in other scripts.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL session_replication_role = replica;
SET LOCAL client_min_messages = warning;
SELECT setseed(0.42) \g /dev/null

CREATE FUNCTION pg_temp.word(number integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN number % 10 = 9 THEN
    (ARRAY['музыка', 'любовь', 'ночь', 'حبيبي', 'أغنية', 'ليلة', '東京', '日本語', '夜に駆ける', '사랑'])[1 + number / 10 % 10]
  ELSE
    (ARRAY['lo', 've', 'ma', 'ri', 'the', 'to', 'ka', 'shi', 'ne', 'dor', 'an', 'sol', 'bé', 'gru', 'xi', 'wen'])[1 + number % 16]
    || (ARRAY['n', 'r', 'st', 'l', 'ck', 've', 'ng', 'da', 'to', 'mi'])[1 + number / 16 % 10]
    || CASE WHEN number > 160 THEN (ARRAY['a', 'er', 'ing', 'o', 'ly', 'us', 'ed', 'y'])[1 + number / 160 % 8] ELSE '' END
    || CASE WHEN number > 1280 THEN (ARRAY['s', 'land', 'man', 'ton', 'heart', 'ø', 'king', 'fire'])[1 + number / 1280 % 8] ELSE '' END
  END
$$;
-- Small numbers are common, large ones rare.
CREATE FUNCTION pg_temp.pick(below integer) RETURNS integer LANGUAGE sql VOLATILE AS $$
  SELECT floor(below * power(random(), 3))::integer
$$;
CREATE FUNCTION pg_temp.phrase(words integer) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT initcap(string_agg(pg_temp.word(pg_temp.pick(10000)), ' ')) FROM generate_series(1, words)
$$;
CREATE FUNCTION pg_temp.made(number bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT '2020-01-01 00:00:00+00'::timestamptz + number * interval '1 minute'
$$;
-- Version 7, as the server makes them: what is made together has identifiers beside each other.
CREATE FUNCTION pg_temp.id(kind text, number bigint, made timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM made) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3)
    || '8' || substr(hash, 4, 15))::uuid FROM md5(kind || number) AS hash
$$;

CREATE TEMPORARY TABLE made_artists AS
SELECT number, pg_temp.phrase(1 + number % 3) || ' ' || number AS name
FROM generate_series(0, greatest(1, :tracks / 40)) AS number;
CREATE UNIQUE INDEX ON made_artists (number);

CREATE TEMPORARY TABLE made_albums AS
SELECT number, pg_temp.phrase(1 + number % 3) AS name,
       1950 + (number * 7) % 75 AS year, pg_temp.pick(greatest(1, :tracks / 40)) AS artist,
       pg_temp.pick(200) AS genre
FROM generate_series(0, greatest(1, :tracks / 12)) AS number;
CREATE UNIQUE INDEX ON made_albums (number);
ANALYZE made_artists, made_albums;

INSERT INTO artwork_assets (id, hash, mime_type, size_bytes, width, height, created_at)
SELECT pg_temp.id('picture', number, pg_temp.made(number * 12)), sha256(convert_to('picture' || number, 'UTF8')),
       'image/jpeg', 50000, 600, 600, '2024-01-01'
FROM made_albums;

INSERT INTO tracks (id, title, artist, artists, album, album_artist, genre, genres, disc_number,
                    track_number, track_total, year, duration_ms, primary_asset_id, artwork_id,
                    created_at, updated_at, deleted_at)
SELECT pg_temp.id('track', nr, pg_temp.made(nr)),
       CASE WHEN nr % 50 <> 0 THEN pg_temp.phrase(1 + nr % 5) END,
       artist.name, ARRAY[artist.name],
       CASE WHEN nr % 20 <> 0 THEN album.name END,
       CASE WHEN nr % 3 = 0 THEN artist.name END,
       'Genre ' || album.genre, ARRAY['Genre ' || album.genre],
       1, 1 + nr % 12, 12, CASE WHEN nr % 10 <> 0 THEN album.year END,
       60000 + nr * 7919::bigint % 400000, pg_temp.id('asset', nr, pg_temp.made(nr)),
       CASE WHEN nr % 4 <> 0 THEN pg_temp.id('picture', album.number, pg_temp.made(album.number * 12)) END,
       pg_temp.made(nr),
       pg_temp.made(nr),
       CASE WHEN nr % 100 = 7 THEN '2026-01-01'::timestamptz END
FROM generate_series(1, :tracks) AS made (nr)
JOIN made_albums AS album ON album.number = nr / 12
JOIN made_artists AS artist ON artist.number = album.artist;

INSERT INTO audio_assets (id, track_id, hash, mime_type, size_bytes, duration_ms, bit_rate_kbps,
                          sample_rate_hz, channels, original_filename, created_at)
SELECT primary_asset_id, id, sha256(uuid_send(id)), 'audio/mpeg', 5000000, duration_ms, 320, 44100,
       2, 'song.mp3', created_at
FROM tracks;

INSERT INTO library_events (id, entity_type, entity_id, action, version, created_at)
SELECT row_number() OVER (ORDER BY created_at), 'track', id,
       CASE WHEN deleted_at IS NULL THEN 'create' ELSE 'delete' END, version, created_at
FROM tracks ORDER BY created_at;
UPDATE library_state SET last_event_id = (SELECT max(id) FROM library_events);

SELECT rebuild_browsing() \g /dev/null
SELECT recount_growth() \g /dev/null
COMMIT;
VACUUM ANALYZE;
