-- Contests. The status follows from the times. Money in micro-units.
CREATE TABLE tournaments.tournaments (
  id uuid PRIMARY KEY,
  -- {"ru": ..., "en": ..., "kz": ...}
  title jsonb NOT NULL CHECK (title ?& ARRAY['ru', 'en', 'kz']),
  scoring text NOT NULL CHECK (scoring IN ('wagered', 'multiplier', 'points')),
  games text[] NOT NULL DEFAULT '{}',
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  prizes bigint[] NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at)
);
CREATE INDEX tournaments_end ON tournaments.tournaments (ends_at);

-- Score: micro-units, ten-thousandths of a multiplier, or points, as the tournament counts.
CREATE TABLE tournaments.scores (
  tournament_id uuid NOT NULL REFERENCES tournaments.tournaments,
  player_id uuid NOT NULL,
  score bigint NOT NULL CHECK (score > 0),
  reached_at timestamptz NOT NULL,
  PRIMARY KEY (tournament_id, player_id)
);
CREATE INDEX scores_board ON tournaments.scores (tournament_id, score DESC, reached_at);
