-- phase: expand
-- The transaction that changed an entry last: a process that holds the board in memory reads what may have changed since its last
-- snapshot, whatever order the transactions committed in.
ALTER TABLE tournaments.entries ADD COLUMN changed_in xid8 NOT NULL DEFAULT pg_current_xact_id();

CREATE FUNCTION tournaments.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER entries_changed BEFORE UPDATE ON tournaments.entries FOR EACH ROW EXECUTE FUNCTION tournaments.note_change();
