-- Names: what is not seen makes no difference, and long ones are searched to their end.
--
-- Only tracks with a character that folds otherwise than before are derived anew. Lists of albums, artists
-- and genres wait meanwhile, and so do writers; both are locked at once, before there is any work to lose.

LOCK TABLE tracks IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE browse_albums, browse_artists, browse_genres IN ACCESS EXCLUSIVE MODE;

-- Whether a track has a character that fold() treats otherwise from here on.
CREATE FUNCTION folds_anew(track tracks) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  everything CONSTANT text := concat_ws(' ', track.title, track.artist,
    array_to_string(track.artists, ' '), track.album, track.album_artist, track.genre,
    array_to_string(track.genres, ' '));
BEGIN
  RETURN octet_length(everything) <> length(everything) AND everything ~
    '[\u00AD\u0300-\u036F\u0591-\u05C7\u0610-\u061C\u0657-\u0669\u06C0\u06D5-\u06ED\u06F0-\u06F9\u08D3-\u08FF\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFB50-\uFEFF\uFFF9-\uFFFB\U000E0000-\U000E0FFF]';
END $$;

-- Out with the names of old, by the old rules.
DO $$ BEGIN
  PERFORM count_track(track, -1) FROM tracks AS track
  WHERE deleted_at IS NULL AND folds_anew(track);
END $$;

-- A text without regard to case, accents and presentation, for comparing. First goes what is not seen: the
-- soft hyphen, joiners and non-joiners, signs of direction, selectors of variants. NFKC makes width and
-- ligatures alike, unaccent knows Latin and Greek; then come letter forms and digits of Arabic and the final
-- sigma, and the marks that composed with no letter, those of Hebrew and of Arabic, which are dropped.
--
-- unaccent is only STABLE, since its dictionary might be replaced. After that, or a new major
-- version of PostgreSQL, rebuild_browsing() has to be run. (In plpgsql, since a function in SQL is
-- planned anew wherever it is called from within another.)
CREATE OR REPLACE FUNCTION fold(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  unseen CONSTANT text := '[\u00AD\u034F\u061C\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F'
    '\uFE00-\uFE0F\uFEFF\uFFF9-\uFFFB\U000E0000-\U000E0FFF]';
  -- Of letters in general; points and cantillation of Hebrew; tatweel, vowels and Quranic marks of Arabic.
  marks CONSTANT text := '[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7'
    '\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED\u08D3-\u08FF]';
BEGIN
  IF octet_length(value) = length(value) AND strpos(value, '  ') = 0 THEN
    RETURN lower(value);
  END IF;
  RETURN coalesce(nullif(btrim(regexp_replace(regexp_replace(translate(
    lower(public.unaccent('public.unaccent'::regdictionary,
                          normalize(regexp_replace(value, unseen, '', 'g'), NFKC))
          COLLATE "und-x-icu"),
    -- Alef with hamza, madda, wasla; waw and yeh with hamza; alef maqsura and Persian yeh; teh
    -- marbuta and heh with yeh; Persian kaf; final sigma; digits, Arabic and Persian.
    U&'\0623\0625\0622\0671\0624\0626\0649\06CC\0629\06C0\06A9\03C2'
    '\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
    '\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
    U&'\0627\0627\0627\0627\0648\064A\064A\064A\0647\0647\0643\03C3'
    '01234567890123456789'),
    marks, '', 'g'), ' +', ' ', 'g')), ''), value);
END $$;

-- And in again, by the new ones.
DO $$ BEGIN
  PERFORM count_track(track, 1) FROM tracks AS track
  WHERE deleted_at IS NULL AND folds_anew(track);
END $$;
DELETE FROM browse_albums WHERE track_count <= 0;
DELETE FROM browse_artists WHERE track_count <= 0;
DELETE FROM browse_genres WHERE track_count <= 0;
DELETE FROM browse_artist_albums WHERE track_count <= 0;
UPDATE browse_tracks AS known
SET album_name = derived.album_name, album_owner = derived.album_owner,
    artist_names = derived.artist_names, genre_names = derived.genre_names,
    document = derived.document, grams = derived.grams
FROM tracks AS track, browse_row(track) AS derived
WHERE known.track_id = track.id AND folds_anew(track);
DROP FUNCTION folds_anew(tracks);

-- A name by which something is known ends in a digest where it is long; what is searched is what is shown.
ALTER TABLE browse_albums
  DROP COLUMN document, DROP COLUMN grams,
  ADD COLUMN document text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (search_document(shown || ' ' || coalesce(shown_owner, ''))) STORED,
  ADD COLUMN grams text[] COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (search_grams(search_document(shown || ' ' || coalesce(shown_owner, '')))) STORED;
ALTER TABLE browse_artists
  DROP COLUMN document, DROP COLUMN grams,
  ADD COLUMN document text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (search_document(shown)) STORED,
  ADD COLUMN grams text[] COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (search_grams(search_document(shown))) STORED;
ALTER TABLE browse_genres
  DROP COLUMN document, DROP COLUMN grams,
  ADD COLUMN document text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (search_document(shown)) STORED,
  ADD COLUMN grams text[] COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (search_grams(search_document(shown))) STORED;

-- Their indexes went with the columns. Genres had none; theirs are few enough to be filled one by one, so
-- that index_browsing() and rebuild_browsing() leave them as they are.
CREATE INDEX browse_albums_grams ON browse_albums USING gin (grams) WITH (fastupdate = off);
CREATE INDEX browse_albums_document ON browse_albums USING gin (document gin_trgm_ops)
  WITH (fastupdate = off);
CREATE INDEX browse_artists_grams ON browse_artists USING gin (grams) WITH (fastupdate = off);
CREATE INDEX browse_artists_document ON browse_artists USING gin (document gin_trgm_ops)
  WITH (fastupdate = off);
CREATE INDEX browse_genres_grams ON browse_genres USING gin (grams) WITH (fastupdate = off);
CREATE INDEX browse_genres_document ON browse_genres USING gin (document gin_trgm_ops)
  WITH (fastupdate = off);
ANALYZE browse_albums, browse_artists, browse_genres;
