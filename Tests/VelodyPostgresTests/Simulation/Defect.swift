/// A mistake that sync has been made with elsewhere, put in to see that the simulator finds it.
enum Defect: CaseIterable, Sendable {
    /// Events are numbered when they are written, not when they are committed.
    case sequenceInsteadOfCounter
    /// A bootstrap's cursor is read after its first page.
    case cursorAfterFirstPage
    /// A page's cursor is the server's newest event, not the page's last.
    case cursorOfServer
    /// A cursor that cannot be followed is answered with an empty page.
    case emptyPageInsteadOfGone
    /// The epoch is not looked at.
    case noEpoch
    /// Deletions are not told.
    case tombstonesForgotten
    /// A page's records are older than its events.
    case twoSnapshots
    /// A device stores its cursor before what the page says, and dies in between.
    case cursorBeforeData
    /// A device takes what a page says, however old, without comparing versions.
    case versionsIgnored

    /// Numbers events from a sequence.
    static let sequence = """
        CREATE SEQUENCE numbers;
        CREATE FUNCTION number_early() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN NEW.id := nextval('public.numbers'); RETURN NEW; END $$;
        CREATE TRIGGER number_early BEFORE INSERT ON library_events
          FOR EACH ROW EXECUTE FUNCTION number_early();
        CREATE OR REPLACE FUNCTION number_event() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
          UPDATE public.library_state SET last_event_id = greatest(last_event_id, NEW.id);
          RETURN NULL;
        END $$;
        """
}
