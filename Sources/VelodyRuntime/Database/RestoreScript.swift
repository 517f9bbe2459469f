import VelodyDomain

/// What is done before and after a dump is read, in the same transaction.
enum RestoreScript {
    /// How the first half says that the database holds something.
    static let refusal = "velody: the database is not empty"

    /// Takes the place of an empty library's tables, and keeps everybody out until the commit.
    ///
    /// It removes objects one by one, since the schema itself may belong to somebody else; what
    /// extensions brought stays.
    static let before = """
        SET synchronous_commit = on;
        SET lock_timeout = '30s';
        SET ROLE velody_owner;
        DO $$
        DECLARE
          in_use boolean := false;
          drops text[];
          next_drop text;
        BEGIN
          IF to_regclass('public.upload_sessions') IS NOT NULL THEN
            LOCK TABLE public.tracks, public.devices, public.upload_sessions
              IN ACCESS EXCLUSIVE MODE;
            EXECUTE 'SELECT EXISTS (SELECT FROM public.tracks) OR EXISTS (SELECT FROM public.devices)
              OR EXISTS (SELECT FROM public.upload_sessions)
              OR EXISTS (SELECT FROM public.library_events)' INTO in_use;
          ELSE
            in_use := EXISTS (SELECT FROM pg_class c
              WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
              AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e'));
          END IF;
          IF in_use THEN
            RAISE EXCEPTION '\(refusal)';
          END IF;
          -- All are written first: what an earlier one takes with it has no name any more.
          drops := ARRAY(
            SELECT format('DROP %s IF EXISTS %s CASCADE', o.kind, o.name)
            FROM (SELECT 'TABLE' AS kind, oid, oid::regclass::text AS name FROM pg_class
                  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                  UNION ALL SELECT 'ROUTINE', oid, oid::regprocedure::text FROM pg_proc
                  WHERE pronamespace = 'public'::regnamespace
                  UNION ALL SELECT 'DOMAIN', oid, oid::regtype::text FROM pg_type
                  WHERE typnamespace = 'public'::regnamespace AND typtype = 'd'
                  UNION ALL SELECT 'TEXT SEARCH CONFIGURATION', oid, oid::regconfig::text
                  FROM pg_ts_config WHERE cfgnamespace = 'public'::regnamespace
                  UNION ALL SELECT 'TEXT SEARCH DICTIONARY', oid, oid::regdictionary::text
                  FROM pg_ts_dict WHERE dictnamespace = 'public'::regnamespace) o
            WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e'));
          FOREACH next_drop IN ARRAY drops LOOP
            EXECUTE next_drop;
          END LOOP;
        END $$
        """

    /// No cursor and no part of before the restore means anything any more, and the files are in `storage`,
    /// whichever had them when the dump was made.
    static func after(in storage: StorageID) -> String {
        """
        DO $$
        BEGIN
          IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'public.library_state'::regclass
                     AND attname = 'storage_id') THEN
            UPDATE public.library_state SET storage_id = '\(storage)';
          END IF;
        END $$;
        UPDATE public.upload_sessions SET status = 'expired', expires_at = least(expires_at, now())
        WHERE status IN ('receiving', 'complete');
        SELECT FROM public.begin_epoch();
        ANALYZE public.tracks, public.audio_assets, public.artwork_assets, public.library_events,
          public.devices, public.browse_tracks, public.browse_albums, public.browse_artists
        """
    }
}
