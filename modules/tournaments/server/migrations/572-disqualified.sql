-- Decided by two people with a reason; the places below move up.
ALTER TABLE tournaments.entries
  ADD COLUMN disqualified_at timestamptz,
  ADD COLUMN disqualified_reason text,
  ADD CHECK ((disqualified_at IS NULL) = (disqualified_reason IS NULL));
DROP INDEX tournaments.entries_board;
CREATE INDEX entries_board ON tournaments.entries (tournament_id, score DESC, reached_at, player_id) WHERE score > 0 AND disqualified_at IS NULL;
