-- phase: expand
-- How many take part, counted by the statement that adds an entry: a list reads a row a tournament and not every entry.
CREATE TABLE tournaments.entry_counts (
  tournament_id uuid PRIMARY KEY REFERENCES tournaments.tournaments,
  entries bigint NOT NULL CHECK (entries > 0)
) WITH (fillfactor = 70);

CREATE FUNCTION tournaments.count_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tournaments.entry_counts AS c (tournament_id, entries)
  SELECT a.tournament_id, count(*) FROM added a GROUP BY a.tournament_id
  ON CONFLICT (tournament_id) DO UPDATE SET entries = c.entries + excluded.entries;
  RETURN NULL;
END $$;
-- Waits for those who add entries now; the next ones wait for the count below.
CREATE TRIGGER entries_counted AFTER INSERT ON tournaments.entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tournaments.count_entries();
INSERT INTO tournaments.entry_counts (tournament_id, entries) SELECT tournament_id, count(*) FROM tournaments.entries GROUP BY tournament_id;
