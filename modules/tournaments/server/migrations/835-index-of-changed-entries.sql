-- phase: expand
-- transaction: none
CREATE INDEX CONCURRENTLY entries_changed_in ON tournaments.entries (tournament_id, changed_in);
