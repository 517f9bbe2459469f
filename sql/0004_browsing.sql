-- Browsing: folded names, search, order, albums, artists and genres; and the owner's edits.
--
-- Everything named browse_* is derived from tracks, by triggers, and made anew by
-- rebuild_browsing(). It lies beside tracks, not in it: no track gets a version or event by it.

-- Both are trusted extensions: who may CREATE in the database may install them.
CREATE EXTENSION unaccent;
CREATE EXTENSION pg_trgm;

-- Folding.

-- A text without regard to case, accents and presentation, for comparing. NFKC makes width and
-- ligatures alike, unaccent knows Latin and Greek; translate does what they leave: letter forms of
-- Arabic, final sigma, and the marks of Arabic, Hebrew and decomposed letters, which it drops.
--
-- unaccent is only STABLE, since its dictionary might be replaced. After that, or a new major
-- version of PostgreSQL, rebuild_browsing() has to be run. (In plpgsql, since a function in SQL is
-- planned anew wherever it is called from within another.)
CREATE FUNCTION fold(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(value) = length(value) AND strpos(value, '  ') = 0 THEN
    RETURN lower(value);
  END IF;
  RETURN coalesce(nullif(btrim(regexp_replace(translate(
    lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFKC))
          COLLATE "und-x-icu"),
    -- Alef with hamza, madda, wasla; waw and yeh with hamza; alef maqsura and Persian yeh; teh
    -- marbuta; Persian kaf; final sigma. What follows has no counterpart, and is dropped:
    -- tatweel, the marks of Arabic and Hebrew, and those that composed with no letter.
    U&'\0623\0625\0622\0671\0624\0626\0649\06CC\0629\06A9\03C2'
    '\0640\064B\064C\064D\064E\064F\0650\0651\0652\0653\0654\0655\0656\0670'
    '\05B0\05B1\05B2\05B3\05B4\05B5\05B6\05B7\05B8\05B9\05BA\05BB\05BC\05BD\05BF\05C1\05C2\05C7'
    '\0300\0301\0302\0303\0304\0306\0307\0308\030A\030B\030C\0323\0327\0328',
    U&'\0627\0627\0627\0627\0648\064A\064A\064A\0647\0643\03C3'),
    ' +', ' ', 'g')), ''), value);
END $$;

-- What a name is known by. The end of a long one is a digest: 1 000 letters are more than a row of
-- an index holds.
CREATE FUNCTION fold_name(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text := public.fold(value);
BEGIN
  RETURN CASE WHEN length(folded) <= 200 THEN folded ELSE left(folded, 168) || md5(folded) END;
END $$;

-- Search.

-- What is searched: folded words with single spaces between them. Apostrophes are left out, so
-- that dont and don't find each other.
CREATE FUNCTION search_document(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(
  translate(fold(value), U&'''`\00B4\02BB\02BC\02B9\2018\2019', ''), '\s+', ' ', 'g'));

-- What of a document is found by one or two letters: the beginnings of its words, with and without
-- the signs around them, of its signs, and, where words are written without spaces (Chinese,
-- Japanese, Korean), each two letters in a row.
CREATE FUNCTION search_grams(document text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  word text;
  grams text[] := '{}';
  chinese_japanese_korean CONSTANT text :=
    '[\u1100-\u11FF\u2E80-\u2FDF\u3005-\u3007\u3040-\u318F\u31A0-\u31FF\u3400-\u4DBF'
    '\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\U00020000-\U0003FFFF]';
BEGIN
  FOREACH word IN ARRAY
    string_to_array(document, ' ')
    || regexp_split_to_array(document COLLATE "und-x-icu", '[[:space:][:punct:]+<=>|~^$]+')
    || regexp_split_to_array(document COLLATE "und-x-icu", '[[:alnum:] ]+')
  LOOP
    grams := grams || ARRAY[left(word, 1), left(word, 2)];
  END LOOP;
  IF document ~ (chinese_japanese_korean || '{2}') THEN
    grams := grams || ARRAY(
      SELECT substr(run[1], place, 2)
      FROM regexp_matches(document, chinese_japanese_korean || '{2,}', 'g') AS run,
           generate_series(1, length(run[1]) - 1) AS place);
  END IF;
  RETURN ARRAY(SELECT DISTINCT gram FROM unnest(grams) AS gram WHERE gram <> '' ORDER BY gram);
END $$;

-- What a document must hold to be found by a query: `grams` all of, `patterns` be LIKE each of,
-- the most telling first. A word without a letter or digit has no trigrams: it is looked for
-- where signs begin.
CREATE FUNCTION search_terms(query text, OUT grams text[], OUT patterns text[])
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
  SELECT coalesce(array_agg(DISTINCT left(word, 2)) FILTER (WHERE is_short OR is_odd), '{}'),
         coalesce(array_agg(DISTINCT '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%')
                  FILTER (WHERE NOT is_short), '{}')
  FROM (SELECT word, length(word) < 3 AS is_short,
               word !~ '[[:alnum:]]' COLLATE "und-x-icu" AS is_odd
        FROM string_to_table(search_document(query), ' ') AS word WHERE word <> '') AS words;
END;

-- Tracks.

-- What is needed to order, filter and search tracks. Keys of order are cut for the same reason.
CREATE TABLE browse_tracks (
  track_id     uuid PRIMARY KEY REFERENCES tracks,
  is_active    boolean NOT NULL,
  title_key    text COLLATE "und-x-icu",
  artist_key   text COLLATE "und-x-icu",
  album_key    text COLLATE "und-x-icu",
  year         integer,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  duration_ms  integer NOT NULL,
  album_name   text COLLATE "und-x-icu",
  -- The album artist, or the artist where there is none; else empty.
  album_owner  text COLLATE "und-x-icu" NOT NULL,
  -- The whole, as it is shown, and each of its separate values.
  artist_names text[] COLLATE "C" NOT NULL,
  genre_names  text[] COLLATE "C" NOT NULL,
  document     text COLLATE "C" NOT NULL,
  grams        text[] COLLATE "C" NOT NULL
);

-- The folded names by which a track is found: the whole, as it is shown, and the separate ones.
CREATE FUNCTION all_names(separate text[], whole text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT public.fold_name(name) FROM unnest(separate || whole) AS name
               WHERE name <> '');
END $$;

CREATE FUNCTION browse_row(track tracks) RETURNS browse_tracks
LANGUAGE plpgsql STABLE AS $$
DECLARE
  derived public.browse_tracks;
BEGIN
  derived.track_id := track.id;
  derived.is_active := track.deleted_at IS NULL;
  derived.title_key := left(track.title, 200);
  derived.artist_key := left(track.artist, 200);
  derived.album_key := left(track.album, 200);
  derived.year := track.year;
  derived.created_at := track.created_at;
  derived.updated_at := track.updated_at;
  derived.duration_ms := track.duration_ms;
  derived.album_name := public.fold_name(track.album);
  derived.album_owner := coalesce(
    public.fold_name(coalesce(track.album_artist, track.artist)), '');
  derived.artist_names := public.all_names(track.artists, track.artist);
  derived.genre_names := public.all_names(track.genres, track.genre);
  derived.document := coalesce(public.search_document(concat_ws(' ', track.title, track.artist,
    track.album, nullif(track.album_artist, track.artist))), '');
  derived.grams := public.search_grams(derived.document);
  RETURN derived;
END $$;

CREATE FUNCTION browse_track() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  derived public.browse_tracks := public.browse_row(NEW);
BEGIN
  INSERT INTO public.browse_tracks VALUES (derived.*)
  ON CONFLICT (track_id) DO UPDATE SET
    is_active = EXCLUDED.is_active, title_key = EXCLUDED.title_key,
    artist_key = EXCLUDED.artist_key, album_key = EXCLUDED.album_key, year = EXCLUDED.year,
    created_at = EXCLUDED.created_at, updated_at = EXCLUDED.updated_at,
    duration_ms = EXCLUDED.duration_ms, album_name = EXCLUDED.album_name,
    album_owner = EXCLUDED.album_owner, artist_names = EXCLUDED.artist_names,
    genre_names = EXCLUDED.genre_names, document = EXCLUDED.document, grams = EXCLUDED.grams;
  RETURN NULL;
END $$;

-- Albums, artists and genres: how many active tracks have each, counted as they change.

-- One row for each way a name is written; the list shows the most frequent.
CREATE TABLE browse_albums (
  name        text COLLATE "und-x-icu" NOT NULL,
  -- Empty where the album has neither album artist nor artist.
  owner       text COLLATE "und-x-icu" NOT NULL,
  spelling    uuid NOT NULL,
  shown       text NOT NULL,
  shown_owner text,
  track_count bigint NOT NULL,
  duration_ms bigint NOT NULL,
  document    text COLLATE "C" NOT NULL
              GENERATED ALWAYS AS (search_document(name || ' ' || owner)) STORED,
  grams       text[] COLLATE "C" NOT NULL
              GENERATED ALWAYS AS (search_grams(search_document(name || ' ' || owner))) STORED,
  PRIMARY KEY (name, owner, spelling)
);

CREATE TABLE browse_artists (
  name        text COLLATE "und-x-icu" NOT NULL,
  spelling    uuid NOT NULL,
  shown       text NOT NULL,
  track_count bigint NOT NULL,
  duration_ms bigint NOT NULL,
  document    text COLLATE "C" NOT NULL GENERATED ALWAYS AS (search_document(name)) STORED,
  grams       text[] COLLATE "C" NOT NULL
              GENERATED ALWAYS AS (search_grams(search_document(name))) STORED,
  PRIMARY KEY (name, spelling)
);

CREATE TABLE browse_genres (LIKE browse_artists INCLUDING ALL);

-- The albums on which an artist is heard.
CREATE TABLE browse_artist_albums (
  artist      text COLLATE "und-x-icu" NOT NULL,
  album       text COLLATE "und-x-icu" NOT NULL,
  owner       text COLLATE "und-x-icu" NOT NULL,
  track_count bigint NOT NULL,
  PRIMARY KEY (artist, album, owner)
);

-- The separate names of one track, each once, as first written.
CREATE FUNCTION separate_names(separate text[], whole text, OUT name text, OUT shown text)
RETURNS SETOF record LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT DISTINCT ON (fold_name(value)) fold_name(value), value
  FROM unnest(CASE WHEN separate = '{}' THEN ARRAY[whole] ELSE separate END)
       WITH ORDINALITY AS each (value, place)
  WHERE value <> '' ORDER BY fold_name(value), place;
END;

-- What one track counts for.
CREATE FUNCTION album_of(track tracks, OUT name text, OUT owner text, OUT spelling uuid,
                         OUT shown text, OUT shown_owner text)
RETURNS SETOF record LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT fold_name(track.album), coalesce(fold_name(heard.owner), ''),
         md5(concat_ws(chr(10), track.album, heard.owner))::uuid, track.album, heard.owner
  FROM coalesce(track.album_artist, track.artist) AS heard (owner) WHERE track.album IS NOT NULL;
END;

CREATE FUNCTION artists_of(track tracks, OUT name text, OUT spelling uuid, OUT shown text)
RETURNS SETOF record LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT each.name, md5(each.shown)::uuid, each.shown
  FROM separate_names(track.artists, track.artist) AS each;
END;

CREATE FUNCTION genres_of(track tracks, OUT name text, OUT spelling uuid, OUT shown text)
RETURNS SETOF record LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT each.name, md5(each.shown)::uuid, each.shown
  FROM separate_names(track.genres, track.genre) AS each;
END;

-- Counts a track in (1) or out (-1). Run only under the lock that count_change() takes.
CREATE FUNCTION count_track(track tracks, change integer) RETURNS void
LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO browse_albums AS known (name, owner, spelling, shown, shown_owner, track_count,
                                      duration_ms)
  SELECT each.*, change, change * track.duration_ms::bigint FROM album_of(track) AS each
  ON CONFLICT (name, owner, spelling) DO UPDATE
  SET track_count = known.track_count + EXCLUDED.track_count,
      duration_ms = known.duration_ms + EXCLUDED.duration_ms;
  INSERT INTO browse_artists AS known (name, spelling, shown, track_count, duration_ms)
  SELECT each.*, change, change * track.duration_ms::bigint FROM artists_of(track) AS each
  ON CONFLICT (name, spelling) DO UPDATE
  SET track_count = known.track_count + EXCLUDED.track_count,
      duration_ms = known.duration_ms + EXCLUDED.duration_ms;
  INSERT INTO browse_genres AS known (name, spelling, shown, track_count, duration_ms)
  SELECT each.*, change, change * track.duration_ms::bigint FROM genres_of(track) AS each
  ON CONFLICT (name, spelling) DO UPDATE
  SET track_count = known.track_count + EXCLUDED.track_count,
      duration_ms = known.duration_ms + EXCLUDED.duration_ms;
  INSERT INTO browse_artist_albums AS known (artist, album, owner, track_count)
  SELECT artist.name, album.name, album.owner, change
  FROM artists_of(track) AS artist, album_of(track) AS album
  ON CONFLICT (artist, album, owner) DO UPDATE
  SET track_count = known.track_count + EXCLUDED.track_count;
END;

-- Takes away the rows of a track's names that count nothing any more.
CREATE FUNCTION forget_names(track tracks) RETURNS void
LANGUAGE sql
BEGIN ATOMIC
  DELETE FROM browse_albums AS known USING album_of(track) AS each
  WHERE known.name = each.name AND known.owner = each.owner AND known.spelling = each.spelling
    AND known.track_count <= 0;
  DELETE FROM browse_artists AS known USING artists_of(track) AS each
  WHERE known.name = each.name AND known.spelling = each.spelling AND known.track_count <= 0;
  DELETE FROM browse_genres AS known USING genres_of(track) AS each
  WHERE known.name = each.name AND known.spelling = each.spelling AND known.track_count <= 0;
  DELETE FROM browse_artist_albums AS known
  USING artists_of(track) AS artist, album_of(track) AS album
  WHERE known.artist = artist.name AND known.album = album.name AND known.owner = album.owner
    AND known.track_count <= 0;
END;

-- Counts a change as its transaction commits, under the lock of the counter of events, which is
-- held until the commit anyway and after which no other lock is waited for: writers that meet in
-- several albums, in any order, cannot deadlock.
CREATE FUNCTION count_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.library_state FOR UPDATE;
  IF NEW.deleted_at IS NULL THEN
    PERFORM public.count_track(NEW, 1);
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.deleted_at IS NULL THEN
    PERFORM public.count_track(OLD, -1);
    PERFORM public.forget_names(OLD);
  END IF;
  RETURN NULL;
END $$;

-- The indexes that lists rely on; apart from the tables, so that a rebuild fills them at once.
CREATE FUNCTION index_browsing() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- One index for each order; a backward scan serves the other direction, and tracks without a
  -- value, which come last both ways, are a second part of the same index.
  CREATE INDEX browse_tracks_title ON public.browse_tracks (title_key, track_id);
  CREATE INDEX browse_tracks_artist ON public.browse_tracks (artist_key, track_id);
  CREATE INDEX browse_tracks_album ON public.browse_tracks (album_key, track_id);
  CREATE INDEX browse_tracks_year ON public.browse_tracks (year, track_id);
  CREATE INDEX browse_tracks_created ON public.browse_tracks (created_at, track_id);
  CREATE INDEX browse_tracks_updated ON public.browse_tracks (updated_at, track_id);
  CREATE INDEX browse_tracks_duration ON public.browse_tracks (duration_ms, track_id);
  CREATE INDEX browse_tracks_deleted ON public.browse_tracks (track_id) WHERE NOT is_active;
  -- An album's tracks, oldest first.
  CREATE INDEX browse_tracks_of_album
    ON public.browse_tracks (album_name, album_owner, created_at, track_id);
  CREATE INDEX browse_tracks_of_owner ON public.browse_tracks (album_owner);
  -- A list of pending entries would make a reader wait for what a writer has put off.
  CREATE INDEX browse_tracks_artists ON public.browse_tracks USING gin (artist_names)
    WITH (fastupdate = off);
  CREATE INDEX browse_tracks_genres ON public.browse_tracks USING gin (genre_names) WITH (fastupdate = off);
  CREATE INDEX browse_tracks_grams ON public.browse_tracks USING gin (grams) WITH (fastupdate = off);
  CREATE INDEX browse_tracks_document ON public.browse_tracks USING gin (document public.gin_trgm_ops)
    WITH (fastupdate = off);
  CREATE INDEX browse_albums_grams ON public.browse_albums USING gin (grams) WITH (fastupdate = off);
  CREATE INDEX browse_albums_document ON public.browse_albums USING gin (document public.gin_trgm_ops)
    WITH (fastupdate = off);
  CREATE INDEX browse_artists_grams ON public.browse_artists USING gin (grams) WITH (fastupdate = off);
  CREATE INDEX browse_artists_document ON public.browse_artists USING gin (document public.gin_trgm_ops)
    WITH (fastupdate = off);
END $$;

-- Makes everything that is derived anew, in one transaction; only the owner may.
CREATE FUNCTION rebuild_browsing() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  filled_later text;
BEGIN
  LOCK TABLE public.tracks IN SHARE ROW EXCLUSIVE MODE;
  TRUNCATE public.browse_tracks, public.browse_albums, public.browse_artists,
    public.browse_genres, public.browse_artist_albums;
  SELECT string_agg(format('DROP INDEX %s', indexrelid::regclass), ';') INTO filled_later
  FROM pg_index
  WHERE indrelid IN ('public.browse_tracks'::regclass, 'public.browse_albums'::regclass,
                     'public.browse_artists'::regclass) AND NOT indisprimary;
  EXECUTE coalesce(filled_later, '');
  INSERT INTO public.browse_tracks
  SELECT derived.* FROM public.tracks AS track, public.browse_row(track) AS derived;
  INSERT INTO public.browse_albums (name, owner, spelling, shown, shown_owner, track_count,
                                    duration_ms)
  SELECT each.*, count(*), sum(track.duration_ms)
  FROM public.tracks AS track, public.album_of(track) AS each
  WHERE track.deleted_at IS NULL
  GROUP BY each.name, each.owner, each.spelling, each.shown, each.shown_owner;
  INSERT INTO public.browse_artists (name, spelling, shown, track_count, duration_ms)
  SELECT each.*, count(*), sum(track.duration_ms)
  FROM public.tracks AS track, public.artists_of(track) AS each
  WHERE track.deleted_at IS NULL GROUP BY each.name, each.spelling, each.shown;
  INSERT INTO public.browse_genres (name, spelling, shown, track_count, duration_ms)
  SELECT each.*, count(*), sum(track.duration_ms)
  FROM public.tracks AS track, public.genres_of(track) AS each
  WHERE track.deleted_at IS NULL GROUP BY each.name, each.spelling, each.shown;
  INSERT INTO public.browse_artist_albums (artist, album, owner, track_count)
  SELECT artist.name, album.name, album.owner, count(*)
  FROM public.tracks AS track, public.artists_of(track) AS artist, public.album_of(track) AS album
  WHERE track.deleted_at IS NULL GROUP BY artist.name, album.name, album.owner;
  PERFORM public.index_browsing();
END $$;

DO $$ BEGIN PERFORM rebuild_browsing(); END $$;

-- The list it served is ordered by browse_tracks now.
DROP INDEX tracks_newest;

-- How common a pattern is gets estimated from the histogram: a finer one tells rare from very rare.
ALTER TABLE browse_tracks ALTER document SET STATISTICS 1000, ALTER grams SET STATISTICS 1000;

CREATE TRIGGER browse_track AFTER INSERT OR UPDATE ON tracks
  FOR EACH ROW EXECUTE FUNCTION browse_track();
CREATE CONSTRAINT TRIGGER count_new_track AFTER INSERT ON tracks DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL) EXECUTE FUNCTION count_change();
CREATE CONSTRAINT TRIGGER count_changed_track AFTER UPDATE ON tracks DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    (OLD.deleted_at IS NULL, OLD.album, OLD.album_artist, OLD.artist, OLD.artists, OLD.genre,
     OLD.genres, OLD.duration_ms)
    IS DISTINCT FROM
    (NEW.deleted_at IS NULL, NEW.album, NEW.album_artist, NEW.artist, NEW.artists, NEW.genre,
     NEW.genres, NEW.duration_ms))
  EXECUTE FUNCTION count_change();

-- Edits.

-- What the file, its uploader and its name said of a track when this content came in. Null for
-- content superseded before this was kept.
ALTER TABLE audio_assets ADD COLUMN said jsonb CHECK (jsonb_typeof(said) = 'object');
UPDATE audio_assets a SET said = jsonb_strip_nulls(jsonb_build_object(
    'title', t.title, 'artist', t.artist, 'artists', t.artists, 'album', t.album,
    'albumArtist', t.album_artist, 'genre', t.genre, 'genres', t.genres,
    'discNumber', t.disc_number, 'discTotal', t.disc_total, 'trackNumber', t.track_number,
    'trackTotal', t.track_total, 'year', t.year))
FROM tracks t WHERE t.primary_asset_id = a.id;

-- What the owner says, member by member; null is the owner's "empty". It wins over what is said
-- by any content the track has, or will have.
CREATE TABLE track_edits (
  track_id uuid PRIMARY KEY REFERENCES tracks,
  edits    jsonb NOT NULL CHECK (jsonb_typeof(edits) = 'object' AND edits <> '{}')
);

-- Rights.

GRANT SELECT ON browse_tracks, browse_albums, browse_artists, browse_genres, browse_artist_albums
  TO velody_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON track_edits TO velody_app;

REVOKE EXECUTE ON FUNCTION all_names(text[], text), browse_row(tracks), browse_track(), album_of(tracks),
  artists_of(tracks), genres_of(tracks), separate_names(text[], text),
  count_track(tracks, integer), forget_names(tracks), count_change(), index_browsing(),
  rebuild_browsing()
  FROM PUBLIC;
